import { availableParallelism } from 'node:os';
import { declareBound } from '../../platform/bounds.ts';
import { makeGate } from '../../platform/gates.ts';
import { sharesOf } from '@runners/limits';
import type { Gate, Shares } from '@runners/limits';

/** How much expensive work a process does at the same time. Users take turns. */
export interface Capacity {
  /** All requests, while their documents are executed or their pages are made (docs/bounds.md#requests-at-once). */
  readonly requests: Gate;
  /**
   * Statements and other work that takes tens of milliseconds or more (measured in `schema/execution/measured-costs.ts`).
   */
  readonly expensive: Gate;
  /** Expensive documents (`src/domain/rules/request-cost.ts`). What they read stays in memory until they are answered. */
  readonly documents: Gate;
  /** Checks of long documents that are not known (`schema/execution/check-in-turn.ts`). */
  readonly checks: Gate;
  /** Uploads of workouts, from reading the points to storing them. */
  readonly uploads: Gate;
  /** Pictures whose sizes are made. Each can temporarily take some hundred megabytes. */
  readonly pictures: Gate;
  /** Deletions and suspensions of accounts, of which two could lock rows that the other one needs. */
  readonly accounts: Gate;
  /** Maps that are drawn. */
  readonly maps: Gate;
  /** Readers of streamed tracks. Each of them holds one track of up to 7 MB in memory while it reads. */
  readonly streams: Gate;
  /** Attempts to sign in with a password: one of an address at a time (decisions P11). */
  readonly signIns: Gate;
  /** Attempts with a token of a social network or of a mail, likewise. They wait for others than this service, and are many at once. */
  readonly tokens: Gate;
  /** Passwords that are hashed or compared, so that many sign-ins do not occupy the whole thread pool. */
  readonly passwords: Gate;
}

/** The gates at which parts of a request wait. */
export type InnerGate = 'expensive' | 'uploads' | 'pictures' | 'accounts' | 'passwords';

const refusedLater =
  'Above a share, the request is answered with RATE_LIMITED (429 over REST). Above the limit, it is answered with UNAVAILABLE (503).';
const bounds = {
  requests: declareBound(import.meta.url, {
    name: 'requests_running',
    holds:
      'requests whose documents are executed or whose pages are created, without those that wait at a further gate; for each person and address in turn',
    limit: '`REQUESTS_AT_ONCE`',
    unit: 'requests',
    share: 'A person has a sixth of it, and an address and a network five sixths.',
    beyond: 'Further requests wait, and are taken from each person in turn.',
  }),
  waitingRequests: declareBound(import.meta.url, {
    name: 'requests_waiting',
    holds: 'requests that wait for execution, for at most ten seconds',
    limit: 4096,
    unit: 'requests',
    share: sharesOf(4096, 256),
    beyond: 'The request is answered with BUSY (503 with `Retry-After`).',
  }),
  expensive: declareBound(import.meta.url, {
    name: 'expensive_work_waiting',
    holds: 'waiting searches, local feeds and changes of place; two of one person run at the same time',
    limit: 1000,
    unit: 'tasks',
    share: sharesOf(1000, 64),
    beyond: refusedLater,
  }),
  documents: declareBound(import.meta.url, {
    name: 'expensive_documents_waiting',
    holds:
      'waiting documents with a cost of 5,000 points or more; two of one person (one where there are two processors) and 16 in total run at the same time',
    limit: 4000,
    unit: 'documents',
    share: sharesOf(4000, 64),
    beyond: refusedLater,
  }),
  checks: declareBound(import.meta.url, {
    name: 'checks_waiting',
    holds: 'long documents that are not known and wait to be checked: one is checked at a time',
    limit: 1000,
    unit: 'documents',
    share: sharesOf(1000, 64),
    beyond: 'The request is answered with BUSY (503 with `Retry-After`).',
  }),
  uploads: declareBound(import.meta.url, {
    name: 'uploads_waiting',
    holds: 'waiting uploads of workouts; four of one person are read at the same time',
    limit: 1000,
    unit: 'workouts',
    share: sharesOf(1000, 64),
    beyond: refusedLater,
  }),
  pictures: declareBound(import.meta.url, {
    name: 'pictures_waiting',
    holds: 'pictures that wait to be scaled: two are scaled at the same time, and one of a person',
    limit: 256,
    unit: 'pictures',
    share: sharesOf(256, 64),
    beyond: refusedLater,
  }),
  accounts: declareBound(import.meta.url, {
    name: 'accounts_waiting',
    holds: 'accounts that wait for their deletion, or for the beginning or end of a suspension: one at a time',
    limit: 1000,
    unit: 'accounts',
    share: sharesOf(1000, 64),
    beyond: refusedLater,
  }),
  maps: declareBound(import.meta.url, {
    name: 'maps_waiting',
    holds: 'requests for maps that wait to be found and drawn: two are drawn at the same time',
    limit: 256,
    unit: 'requests',
    share: sharesOf(256, 32),
    beyond: 'The request is answered with 503 and `Retry-After`.',
  }),
  streams: declareBound(import.meta.url, {
    name: 'track_streams',
    holds: 'readers of streamed tracks and archives',
    limit: 16,
    unit: 'readers',
    share: sharesOf(16, 4),
    beyond: 'Further readers wait.',
  }),
  waitingStreams: declareBound(import.meta.url, {
    name: 'track_streams_waiting',
    holds: 'readers that wait for a slot among those of streamed tracks and archives, for at most ten seconds',
    limit: 64,
    unit: 'readers',
    share: sharesOf(64, 16),
    beyond: 'The request is answered with UNAVAILABLE (503 with `Retry-After`).',
  }),
  signIns: declareBound(import.meta.url, {
    name: 'sign_ins_waiting',
    holds: 'attempts to sign in that wait for at most ten seconds: eight run at the same time, and one of an address',
    limit: 1000,
    unit: 'attempts',
    share: sharesOf(1000, 100),
    beyond: refusedLater,
  }),
  tokens: declareBound(import.meta.url, {
    name: 'tokens_waiting',
    holds: 'attempts to sign in with a token that wait for others from the same address, for at most ten seconds',
    limit: 1000,
    unit: 'attempts',
    share: sharesOf(1000, 100),
    beyond: refusedLater,
  }),
  passwords: declareBound(import.meta.url, {
    name: 'passwords_waiting',
    holds:
      'passwords that wait to be hashed or compared; at most two are processed at the same time, and one where there are two processors',
    limit: 200,
    unit: 'passwords',
    share: sharesOf(200, 50),
    beyond: 'The request is answered with RATE_LIMITED (429 with `Retry-After`).',
  }),
};

/**
 * Passwords that are hashed, and expensive documents of one person that run, at the same time: a processor stays free for the others.
 */
export const sparing = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Milliseconds that a request waits for its turn. */
const patience = 10_000;

/**
 * @param requestsAtOnce requests that run at once; one person has at most a sixth of them
 * @param connections of the database, of which expensive work takes at most half: ordinary requests find one free
 */
export function makeCapacity(requestsAtOnce: number, connections: number): Capacity {
  /** A gate where everybody waits, and nobody takes more than their share. */
  const gate = (bound: { limit: number; share: Shares }, atOnce: number, each: number) =>
    makeGate({
      atOnce,
      shares: { person: each, address: atOnce, network: atOnce },
      waiting: { atMost: bound.limit, shares: bound.share },
    });
  const most = Math.max(1, Math.floor((requestsAtOnce * 5) / 6));
  /** A gate where those of one address follow one another. */
  const inLine = (bound: { limit: number; share: Shares }, atOnce: number, network: number) =>
    makeGate({
      atOnce,
      shares: { person: 1, address: 1, network },
      waiting: { atMost: bound.limit, shares: bound.share },
      patience,
    });
  const capacity: Capacity = {
    requests: makeGate({
      atOnce: requestsAtOnce,
      shares: { person: Math.ceil(requestsAtOnce / 6), address: most, network: most },
      waiting: { atMost: bounds.waitingRequests.limit, shares: bounds.waitingRequests.share },
      patience,
      refusal: 'BUSY',
    }),
    expensive: gate(bounds.expensive, Math.max(2, Math.floor(connections / 2)), 2),
    documents: gate(bounds.documents, 16, sparing),
    checks: makeGate({
      atOnce: 1,
      shares: { person: 1, address: 1, network: 1 },
      waiting: { atMost: bounds.checks.limit, shares: bounds.checks.share },
      refusal: 'BUSY',
    }),
    uploads: gate(bounds.uploads, Math.max(4, connections), 4),
    pictures: gate(bounds.pictures, 2, 1),
    accounts: gate(bounds.accounts, 1, 1),
    maps: gate(bounds.maps, 2, 2),
    streams: makeGate({
      atOnce: bounds.streams.limit,
      shares: bounds.streams.share,
      waiting: { atMost: bounds.waitingStreams.limit, shares: bounds.waitingStreams.share },
      patience,
      refusal: 'UNAVAILABLE',
    }),
    signIns: inLine(bounds.signIns, 8, 4),
    tokens: inLine(bounds.tokens, most, most),
    passwords: makeGate({
      atOnce: sparing,
      shares: { person: sparing, address: sparing, network: sparing },
      waiting: { atMost: bounds.passwords.limit, shares: bounds.passwords.share },
      refusal: 'RATE_LIMITED',
    }),
  };
  bounds.requests.watch(() => capacity.requests.running());
  bounds.waitingRequests.watch(() => capacity.requests.waiting());
  const waiting = [
    'expensive',
    'documents',
    'checks',
    'uploads',
    'pictures',
    'accounts',
    'maps',
    'signIns',
    'tokens',
    'passwords',
  ] as const;
  for (const gate of waiting) bounds[gate].watch(() => capacity[gate].waiting());
  bounds.streams.watch(() => capacity.streams.running());
  bounds.waitingStreams.watch(() => capacity.streams.waiting());
  return capacity;
}
