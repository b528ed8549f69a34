import { comparedAddress } from '../../../src/platform/mail/address.ts';
import type { RecordOf } from '../bundle/files.ts';
import { Known } from '../bundle/known.ts';
import type { Bundle } from '../bundle/open.ts';
import { readRecords } from '../bundle/read-records.ts';
import type { Change } from '../bundle/read-records.ts';

/** Who keeps an address that several people have: who has signed in last, who has joined first, or those with these ids. */
export type Keepers = 'last-sign-in' | 'oldest' | ReadonlySet<number>;

/** People of a bundle who have one address. */
export interface Conflict {
  address: string;
  people: { id: number; username: string }[];
}

/** Thrown before anything is written, when several people have one address and nobody said who keeps it. */
export class AddressesInConflict extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super('Several people have one address.');
    this.conflicts = conflicts;
  }
}

type Person = Pick<RecordOf<'users'>, 'id' | 'username' | 'date_joined' | 'last_login'>;

/**
 * Makes the change of a user whose address another one keeps. It reads the people of the bundle once, and those with a shared
 * address a second time. `conflicts` are the addresses that have not exactly one keeper, which the oldest of their people keeps.
 */
export async function resolverOf(
  bundle: Bundle,
  keepers: Keepers,
): Promise<{ change: Change; conflicts: readonly Conflict[] }> {
  const shared = await sharedAddresses(bundle);
  const conflicts: Conflict[] = [];
  const keeping = new Set<number>();
  for (const [address, people] of shared) {
    const [oldest] = people.toSorted(byAge);
    const chosen = typeof keepers === 'string' ? [] : people.filter(({ id }) => keepers.has(id));
    if (typeof keepers !== 'string' && chosen.length !== 1)
      conflicts.push({ address, people: people.map(({ id, username }) => ({ id, username })) });
    const [latest] = keepers === 'last-sign-in' ? people.toSorted(bySignIn) : [];
    keeping.add((chosen[0] ?? latest ?? oldest!).id);
  }
  const change: Change = (name, record) => {
    if (shared.size === 0 || name !== 'users' || !('username' in record)) return null;
    const user = record as { -readonly [Field in keyof typeof record]: (typeof record)[Field] };
    if (!shared.has(comparedAddress(user.email)) || keeping.has(user.id)) return null;
    const before = user.email;
    user.email = `without-${user.id}@address.invalid`;
    user.email_proven = false;
    return { field: 'email', sentence: `is that of another person who keeps it; ${before} becomes ${user.email}` };
  };
  return { change, conflicts };
}

/** The change of `resolverOf`. @throws AddressesInConflict when an address has not exactly one keeper */
export async function changeOf(bundle: Bundle, keepers: Keepers): Promise<Change> {
  const { change, conflicts } = await resolverOf(bundle, keepers);
  if (conflicts.length > 0) throw new AddressesInConflict(conflicts);
  return change;
}

const compared = (one: string, other: string) => Number(one > other) - Number(one < other);
const byAge = (one: Person, other: Person) => compared(one.date_joined, other.date_joined) || one.id - other.id;
const bySignIn = (one: Person, other: Person) =>
  compared(other.last_login ?? '', one.last_login ?? '') || byAge(one, other);

async function sharedAddresses(bundle: Bundle): Promise<Map<string, Person[]>> {
  const shared = new Map<string, Person[]>();
  const read = (change: Change) => readRecords(bundle, 'users', new Known((path) => bundle.hasFile(path)), change);
  const doubled: string[] = [];
  const note: Change = (_name, record) => {
    if ('username' in record) doubled.push(comparedAddress(record.email));
    return null;
  };
  for await (const { faults } of read(note)) {
    const address = doubled.pop();
    doubled.length = 0;
    if (address !== undefined && faults.some(({ field, sentence }) => field === 'email' && sentence.startsWith('has ')))
      shared.set(address, []);
  }
  if (shared.size === 0) return shared;
  const collect: Change = (_name, record) => {
    if ('username' in record) {
      const { id, username, date_joined, last_login } = record;
      shared.get(comparedAddress(record.email))?.push({ id, username, date_joined, last_login });
    }
    return null;
  };
  for await (const _ of read(collect));
  return shared;
}
