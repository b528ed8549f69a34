import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { ourPrefix } from './old-hashes/read-hash.ts';
import type { ProcessContext } from '../context.ts';

/** The shortest and longest key that can be taken over from another service. Shorter ones could be guessed. */
export const oldKeyLength = { min: 16, max: 128 } as const;

/** Whether a text may be a key that was taken over: visible characters of ASCII. */
export function isOldKey(text: string): boolean {
  return text.length >= oldKeyLength.min && text.length <= oldKeyLength.max && /^[!-~]+$/.test(text);
}

const forms = statement.read<{ length: number }>('old_key_forms', 'select length from old_key_form', {
  all: 'lengths of keys, of nobody in particular',
});

/** The lengths of the keys that were taken over. */
export async function oldKeyForms(queries: Pick<Queries, 'all'>): Promise<ReadonlySet<number>> {
  return new Set((await queries.all(forms, [])).map(({ length }) => length));
}

/** How many keys and password hashes of the old service are left. Each sign-in with a password replaces a hash. */
export interface OldCredentials {
  keys: number;
  hashes: number;
}

const left = statement.read<OldCredentials>(
  'old_credentials_left',
  `select (select count(*)::int from api_key where taken_over) as keys,
     (select count(*)::int from users where password_hash not like '${ourPrefix}%' and password_hash not like '!%') as hashes`,
  { all: 'counts accounts, and names none' },
);

/** Counts the old keys and hashes. It reads all accounts where there are any. */
export async function countOldCredentials(queries: Pick<Queries, 'one'>): Promise<OldCredentials> {
  return (await queries.one(left, [])) ?? { keys: 0, hashes: 0 };
}

/** Hashes that could not be read at a sign-in since the start of this process. */
let unreadable = 0;

/** Notes that the stored hash of a password could not be read, so that the sign-in has failed. */
export function noteUnreadableHash(): void {
  unreadable++;
}

/** What was counted last. The sweep counts it every hour. */
let counted: OldCredentials | null = null;

/** Counts what is left, for the metrics. */
export async function watchOldCredentials({ database }: Pick<ProcessContext, 'database'>): Promise<void> {
  counted = await countOldCredentials(database);
}

/** The metrics of old keys and hashes. */
export const oldCredentialMetrics = [
  {
    name: 'runners_old_password_hashes_unreadable_total',
    help: 'Sign-ins that failed because the stored hash of the password could not be read.',
    type: 'counter',
    read: () => unreadable,
  },
  {
    name: 'runners_old_credentials',
    help: 'Keys and password hashes of the old service that are left, counted every hour.',
    type: 'gauge',
    label: 'kind',
    read: () => ({ ...counted }),
  },
] as const;
