import { comparedAddress } from '../../../src/platform/mail/address.ts';
import type { Change } from '../bundle/check.ts';
import { readRecords } from '../bundle/check.ts';
import { Known } from '../bundle/known.ts';
import type { Bundle } from '../bundle/open.ts';

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

/**
 * Makes the change of a user whose address another one keeps. It reads the people of the bundle once, and those with a shared
 * address a second time.
 * @param keepers the ids of those who keep their address
 * @throws AddressesInConflict when an address has not exactly one keeper
 */
export async function resolverOf(bundle: Bundle, keepers: ReadonlySet<number>): Promise<Change> {
  const shared = await sharedAddresses(bundle);
  if (shared.size === 0) return () => null;
  const conflicts: Conflict[] = [];
  for (const [address, people] of shared)
    if (people.filter(({ id }) => keepers.has(id)).length !== 1) conflicts.push({ address, people });
  if (conflicts.length > 0) throw new AddressesInConflict(conflicts);
  return (name, record) => {
    if (name !== 'users' || !('username' in record)) return null;
    const user = record as { -readonly [Field in keyof typeof record]: (typeof record)[Field] };
    if (!shared.has(comparedAddress(user.email)) || keepers.has(user.id)) return null;
    const before = user.email;
    user.email = `without-${user.id}@address.invalid`;
    user.email_proven = false;
    return { field: 'email', sentence: `is that of another person who keeps it; ${before} becomes ${user.email}` };
  };
}

async function sharedAddresses(bundle: Bundle): Promise<Map<string, Conflict['people']>> {
  const shared = new Map<string, Conflict['people']>();
  const read = (known: Known, change?: Change) => readRecords(bundle, 'users', known, change);
  const known = () => new Known((path) => bundle.hasFile(path));
  const doubled: string[] = [];
  const note: Change = (_name, record) => {
    if ('username' in record) doubled.push(comparedAddress(record.email));
    return null;
  };
  for await (const { faults } of read(known(), note)) {
    const address = doubled.pop();
    doubled.length = 0;
    if (address !== undefined && faults.some(({ field, sentence }) => field === 'email' && sentence.startsWith('has ')))
      shared.set(address, []);
  }
  if (shared.size === 0) return shared;
  const collect: Change = (_name, record) => {
    if ('username' in record)
      shared.get(comparedAddress(record.email))?.push({ id: record.id, username: record.username });
    return null;
  };
  for await (const _ of read(known(), collect));
  return shared;
}
