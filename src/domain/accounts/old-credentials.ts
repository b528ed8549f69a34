import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { ourPrefix, readHash } from './old-hashes/read-hash.ts';
import type { PasswordHash } from './old-hashes/hash-kinds.ts';

/** The shortest and longest key that can be taken over from another service. Shorter ones could be guessed. */
export const oldKeyLength = { min: 16, max: 128 } as const;

/** Whether a text may be a key that was taken over: visible characters of ASCII. */
export function isOldKey(key: string): boolean {
  return key.length >= oldKeyLength.min && key.length <= oldKeyLength.max && /^[!-~]+$/.test(key);
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
  /** One of the commonest hashes that can be read, by kind and parameters. */
  commonest: PasswordHash | null;
}

/** Of a hash, what stands before its salt and says how much work it is. A `$2` would be taken for a parameter of the statement. */
const kindOfHash = String.raw`regexp_replace(password_hash,
  '^(?:(scrypt\$\d+)\$[^$]*(\$\d+\$\d+)|(pbkdf2_\w+\$\d+|[^$]*\$?\$[2]\w\$\d+|[^$]*\$\w+\$v=\d+\$[^$]*|(?:crypt\$)?\$[56]\$(?:rounds=\d+)?|\{[^}]*\}|[^$]*(?=\$)))?.*$', '\1\2\3')`;

const left = statement.read<Omit<OldCredentials, 'commonest'> & { commonest: string[] }>(
  'old_credentials_left',
  `select (select count(*)::int from api_key where taken_over) as keys, coalesce(sum(hashes), 0)::int as hashes,
     coalesce((array_agg(one order by hashes desc))[1:100], '{}') as commonest
   from (select count(*) as hashes, min(password_hash collate "C") as one from users
     where password_hash not like '${ourPrefix}%' and password_hash not like '!%' group by ${kindOfHash}) kinds`,
  { all: 'counts accounts, and names none' },
);

/** Counts the old keys and hashes. It reads all accounts where there are any. */
export async function countOldCredentials(queries: Pick<Queries, 'one'>): Promise<OldCredentials> {
  const { commonest, ...counts } = (await queries.one(left, []))!;
  const isRead = (read: PasswordHash | null) => read !== null && read.work <= 1;
  return { ...counts, commonest: commonest.map(readHash).find(isRead) ?? null };
}

/** Hashes that could not be read at a sign-in since the start of this process. */
let unreadable = 0;

/** Notes that the stored hash of a password could not be read, so that the sign-in has failed. */
export function noteUnreadableHash(): false {
  unreadable++;
  return false;
}

/** What was counted last: at the start, every hour, and after a load. */
let counted: OldCredentials | null = null;

/** Counts what is left, for the metrics, and for sign-ins that fail. */
export async function watchOldCredentials(queries: Pick<Queries, 'one'>): Promise<void> {
  counted = await countOldCredentials(queries);
}

/** What was the commonest hash of the old service when it was last counted; null where none is left. */
export function commonestOldHash(): PasswordHash | null {
  return counted?.commonest ?? null;
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
    read: (): Record<string, number> => (counted ? { keys: counted.keys, hashes: counted.hashes } : {}),
  },
] as const;
