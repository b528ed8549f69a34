import { FairGate } from '../../platform/fair-gate.ts';
import { StreamPlaces } from '../../platform/stream-places.ts';
import { declareBound } from '../../platform/bounds.ts';

/** How much expensive work a process does at the same time. Users take turns. */
export interface Capacity {
  /** All requests, while their documents are executed or their pages are made (docs/bounds.md#requests-at-once). */
  readonly requests: FairGate;
  /**
   * Statements and other work that takes tens of milliseconds or more (measured in `schema/execution/field-costs.ts`).
   */
  readonly expensive: FairGate;
  /** Expensive documents (`schema/execution/limits.ts`). What they read stays in memory until they are answered. */
  readonly documents: FairGate;
  /** Uploads of workouts, from reading the points to storing them. */
  readonly uploads: FairGate;
  /** Maps that are drawn. */
  readonly maps: FairGate;
  /** Readers of streamed tracks. Each of them holds one track of up to 7 MB in memory while it reads. */
  readonly streams: StreamPlaces;
}

const refusedLater =
  'With more than 64 of one person, the request is answered with RATE_LIMITED (429 over REST). Above the limit, it is answered with UNAVAILABLE (503).';
const held = {
  requests: declareBound(import.meta.url, {
    name: 'requests_running',
    holds: 'requests whose documents are executed or whose pages are created; at most a sixth of them from one person',
    limit: '`REQUESTS_AT_ONCE`',
    unit: 'requests',
    beyond: 'Further requests wait, and are taken from each person in turn.',
  }),
  waitingRequests: declareBound(import.meta.url, {
    name: 'requests_waiting',
    holds: 'requests that wait for execution, for at most ten seconds; at most 256 from one person',
    limit: 4096,
    unit: 'requests',
    beyond: 'The request is answered with BUSY (503 with `Retry-After`).',
  }),
  expensive: declareBound(import.meta.url, {
    name: 'expensive_work_waiting',
    holds: 'waiting searches, local feeds and changes of place; two of one person run at the same time',
    limit: 1000,
    unit: 'tasks',
    beyond: refusedLater,
  }),
  documents: declareBound(import.meta.url, {
    name: 'expensive_documents_waiting',
    holds:
      'waiting documents with a cost of 5,000 points or more; two of one person and 16 in total run at the same time',
    limit: 4000,
    unit: 'documents',
    beyond: refusedLater,
  }),
  uploads: declareBound(import.meta.url, {
    name: 'uploads_waiting',
    holds: 'waiting uploads of workouts; four of one person are read at the same time',
    limit: 1000,
    unit: 'workouts',
    beyond: refusedLater,
  }),
  maps: declareBound(import.meta.url, {
    name: 'maps_waiting',
    holds: 'maps that wait to be drawn, at most 32 for one person; two are drawn at the same time',
    limit: 256,
    unit: 'maps',
    beyond: 'The request is answered with 503 and `Retry-After`.',
  }),
  streams: declareBound(import.meta.url, {
    name: 'track_streams',
    holds: 'readers of streamed tracks and archives; at most four for one person',
    limit: 16,
    unit: 'readers',
    beyond: 'The request is answered with UNAVAILABLE (503 with `Retry-After`).',
  }),
};

/** Milliseconds that a request waits for its turn. */
const patience = 10_000;

/**
 * @param requestsAtOnce requests that run at once; one person has at most a sixth of them
 * @param connections of the database, of which expensive work takes at most half: ordinary requests find one free
 */
export function makeCapacity(requestsAtOnce: number, connections: number): Capacity {
  const capacity: Capacity = {
    requests: new FairGate({
      atOnce: requestsAtOnce,
      each: Math.ceil(requestsAtOnce / 6),
      waitingEach: 256,
      waiting: held.waitingRequests.limit,
      patience,
      refusal: 'BUSY',
    }),
    expensive: new FairGate({
      atOnce: Math.max(2, Math.floor(connections / 2)),
      each: 2,
      waitingEach: 64,
      waiting: held.expensive.limit,
    }),
    documents: new FairGate({ atOnce: 16, each: 2, waitingEach: 64, waiting: held.documents.limit }),
    uploads: new FairGate({ atOnce: Math.max(4, connections), each: 4, waitingEach: 64, waiting: held.uploads.limit }),
    maps: new FairGate({ atOnce: 2, each: 2, waitingEach: 32, waiting: held.maps.limit }),
    streams: new StreamPlaces(4, held.streams.limit),
  };
  held.requests.watch(() => capacity.requests.running());
  held.waitingRequests.watch(() => capacity.requests.waiting());
  for (const gate of ['expensive', 'documents', 'uploads', 'maps'] as const)
    held[gate].watch(() => capacity[gate].waiting());
  held.streams.watch(() => capacity.streams.state.running);
  return capacity;
}
