import { viewerOf } from '../context.ts';
import type { Context, ProcessContext } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { checkText } from '../../platform/text.ts';
import { Failure, invalid, together } from '../../errors.ts';
import { keyColumns, keysByIds, lockAccount } from './account.queries.ts';
import type { ApiKeyRow } from './account.queries.ts';
import { ApiKey } from './api-key.entity.ts';
import type { Viewer } from '../process-context.ts';
import { mostKeys } from './issue-key.ts';
import { mustNotBeSuspended } from './suspended.ts';
import { hashSecret, newSecret } from './keys.ts';
import { includes, missingFrom, scopesOf } from '../rules/scopes.ts';
import type { ScopeName, Scopes } from '../rules/scopes.ts';

/** Days for which an expired key is still listed and refused by the name of its failure. */
const keptDays = 7;

const keysOfUser = statement.read<ApiKeyRow>(
  'keys_of_user',
  `select ${keyColumns} from api_key where user_id = $1 order by id desc`,
  { owner: 'user_id = $1' },
);
/** `$1` user, `$2` key, `$3` the scopes of the key that revokes: none that has more is revoked. */
const revokeKey = statement.write<{ id: number }>(
  'revoke_key',
  `with gone as (delete from api_key where user_id = $1 and id = $2 and scopes & $3 = scopes returning id)
   select id, pg_notify('key_revoked', id::text) from gone`,
);
/** `$1` user, `$2` now. */
const dropExpired = statement.write(
  'drop_expired_keys',
  'delete from api_key where user_id = $1 and expires_date <= $2',
);
/** `$1` user. */
const countKeys = statement.read<{ keys: number }>(
  'count_keys',
  'select count(*)::int as keys from api_key where user_id = $1',
  { owner: 'user_id = $1' },
);
/** `$1` now. */
const sweepExpired = statement.write(
  'sweep_expired_keys',
  `delete from api_key where expires_date < $1::timestamptz - interval '${keptDays} days'`,
);

/** The viewer's keys, newest first. The uses that this process knows of are written before. */
export async function listKeys(context: Context): Promise<ApiKeyRow[]> {
  const { id } = viewerOf(context);
  await context.keyUses.flush();
  return context.database.all(keysOfUser, [id]);
}

/** Ends one key of the viewer's, in every process at once. @throws Failure NOT_FOUND, INSUFFICIENT_SCOPE for a broader key */
export async function revokeApiKey(context: Context, keyId: number): Promise<void> {
  const viewer = viewerOf(context);
  const gone = await context.database.one(revokeKey, [viewer.id, keyId, viewer.scopes]);
  if (!gone) {
    const [kept] = await context.database.all(keysByIds, [viewer.id, [keyId]]);
    if (kept) mustHold(viewer, kept.scopes);
    throw new Failure('NOT_FOUND');
  }
  context.forgetKeys();
}

/** Ends the key in use, in every process at once. It may have been ended a moment ago, which changes nothing. */
export async function signOut(context: Context): Promise<void> {
  const viewer = viewerOf(context);
  await context.database.one(revokeKey, [viewer.id, viewer.keyId, viewer.scopes]);
  context.forgetKeys();
}

/** What a new key is to be. */
interface NewKey {
  name: string;
  scopes: readonly ScopeName[];
  /** ISO 8601; null or left out: it does not expire. */
  expiresDate?: string | null | undefined;
}

/** The checks of a new key by its fields. */
const keyChecks = ({ name, scopes, expiresDate = null }: NewKey, viewer: Viewer, now: Date) => ({
  name: () => checkText(name, 'name', 'name', true),
  scopes: () => {
    if (scopes.length === 0) throw invalid('scopes', 'must not be empty', 'REQUIRED');
    return scopesOf(scopes);
  },
  expiresDate: () => expiryOf(viewer, expiresDate, now),
});

/**
 * Creates a key that can do no more than the one in use, and not for longer. Unlike a sign-in, it drops no other key: a key
 * with few rights must not end one with more.
 * @returns the key itself, shown this once, and its row
 * @throws Failure INVALID, INSUFFICIENT_SCOPE, TOO_MANY_KEYS, INVALID_KEY and SUSPENDED when the key in use has just ended
 */
export async function createApiKey(context: Context, input: NewKey): Promise<{ apiKey: string; key: ApiKeyRow }> {
  const viewer = viewerOf(context);
  const { name, scopes, expiresDate } = together(keyChecks(input, viewer, context.now()));
  mustHold(viewer, scopes);
  const apiKey = newSecret();
  const key = await context.database.transaction(async (tx) => {
    // Of two at once the second counts the key of the first.
    await tx.all(lockAccount, [viewer.id]);
    if (!(await tx.one(keysByIds, [viewer.id, [viewer.keyId]]))) throw new Failure('INVALID_KEY');
    await mustNotBeSuspended(tx, viewer.id);
    if (await isFull(tx, viewer.id)) await tx.all(dropExpired, [viewer.id, context.now()]);
    if (await isFull(tx, viewer.id)) throw new Failure('TOO_MANY_KEYS');
    const em = await tx.em();
    const label = context.userAgent.slice(0, 200);
    const made = em.create(ApiKey, {
      user: viewer.id,
      keyHash: hashSecret(apiKey),
      label,
      name,
      scopes,
      expiresDate,
    });
    await em.flush();
    return (await tx.one(keysByIds, [viewer.id, [made.id]])) as ApiKeyRow;
  });
  return { apiKey, key };
}

async function isFull(tx: Queries, userId: number): Promise<boolean> {
  const counted = await tx.one(countKeys, [userId]);
  return (counted?.keys ?? 0) >= mostKeys;
}

/** @throws Failure INVALID for a moment that has passed, or one after the end of the key in use */
function expiryOf({ expiresMs }: Viewer, text: string | null, now: Date): Date | null {
  const expires = text === null ? null : new Date(text);
  if (expires && expires.getTime() <= now.getTime())
    throw invalid('expiresDate', 'must be in the future', 'OUT_OF_RANGE');
  if (expiresMs !== null && (!expires || expires.getTime() > expiresMs))
    throw invalid('expiresDate', 'must not be later than that of the key in use', 'OUT_OF_RANGE');
  return expires;
}

/** @throws Failure INSUFFICIENT_SCOPE unless the key in use has all of these scopes */
export function mustHold({ scopes }: Viewer, needed: Scopes): void {
  if (includes(scopes, needed)) return;
  const missingScopes = missingFrom(scopes, needed);
  const sentence = `This API key does not have the scope ${missingScopes.join(', ')}.`;
  throw new Failure('INSUFFICIENT_SCOPE', sentence, { missingScopes });
}

/** Removes keys that expired a while ago. */
export async function sweepKeys({ database, now }: Pick<ProcessContext, 'database' | 'now'>): Promise<void> {
  await database.unhurried.all(sweepExpired, [now()]);
}
