import { hash } from 'node:crypto';
import { comparedAddress } from '../../../src/platform/mail/address.ts';
import type { FileName } from './field.ts';
import type { RecordOf } from './files.ts';
import type { Key } from './number-map.ts';

/** What no two records of a file have in common, besides their ids. */
export interface Unique<Name extends FileName> {
  /** The field that a fault names. */
  field: string;
  /** What is the same, within a sentence. */
  what: string;
  keysOf(record: RecordOf<Name>): readonly Key[];
}

/** The key of two people, whoever is named first. */
export const pairOf = (one: number, other: number): Key => (one < other ? [one, other] : [other, one]);
const ifAny = (id: number | null): readonly Key[] => (id === null ? [] : [[id, 0]]);

/** What is unique in each file. */
export const uniques: { readonly [Name in FileName]?: readonly Unique<Name>[] } = {
  users: [
    { field: 'username', what: 'the username', keysOf: ({ username }) => [username] },
    ...(['profile_id', 'preferences_id', 'stats_id'] as const).map((field) => ({
      field,
      what: `the id of the ${field.slice(0, -3)}, or of the user without one,`,
      keysOf: (user: RecordOf<'users'>) => [[user[field] ?? user.id, 0] as const],
    })),
    { field: 'email', what: 'the address', keysOf: ({ email }) => [comparedAddress(email)] },
    {
      field: 'api_keys',
      what: 'a key',
      keysOf: (user) => [...user.api_keys.map((key) => hash('sha256', key, 'hex')), ...user.api_key_hashes],
    },
    {
      field: 'social',
      what: 'a person of a social network',
      keysOf: ({ social }) => social.map(({ network, id }) => JSON.stringify([network, id])),
    },
  ],
  friendships: [
    { field: 'user', what: 'the pair of people', keysOf: ({ requester, user }) => [pairOf(requester, user)] },
  ],
  blocks: [{ field: 'blocked', what: 'the pair of people', keysOf: ({ user, blocked }) => [[user, blocked]] }],
  invitations: [
    {
      field: 'email',
      what: 'the address, of the same inviter,',
      keysOf: ({ inviter, email }) => [`${inviter} ${comparedAddress(email)}`],
    },
  ],
  posts: [{ field: 'workout', what: 'the run', keysOf: ({ workout }) => ifAny(workout) }],
  routes: [{ field: 'workout', what: 'the run', keysOf: ({ workout }) => ifAny(workout) }],
  event_participants: [
    { field: 'user', what: 'the user, in the same event,', keysOf: ({ event, user }) => [[event, user]] },
  ],
  sponsors: [
    {
      field: 'user',
      what: 'the user, for the same participant,',
      keysOf: ({ participant, user }) => (user === null ? [] : [[participant, user]]),
    },
  ],
  stats: [{ field: 'user', what: 'the user', keysOf: ({ user }) => ifAny(user) }],
};
