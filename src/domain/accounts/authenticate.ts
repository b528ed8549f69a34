import DataLoader from 'dataloader';
import type { Database } from '../../platform/database/database.ts';
import type { KnownTakeOver } from '../taking-over/known-take-over.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { isSuspended } from '../rules/visibility.ts';
import { hashSecret, isSecret } from './keys.ts';
import { isOldKey } from './old-credentials.ts';
import { declareBound } from '../../platform/bounds.ts';
import type { Viewer } from '../process-context.ts';
import { suspendedFailure } from './suspended.ts';
import { countedCache } from '../../platform/counted-cache.ts';

const bounds = {
  known: declareBound(import.meta.url, {
    name: 'keys_signed_in',
    holds: 'keys that have signed in at this process, with their users, who are read again after ten seconds',
    limit: 20_000,
    unit: 'keys',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond:
      'The least recently used key is evicted, and read from the database when it is next used. It is refused like an unknown key while its address has too many failed sign-ins.',
  }),
  unknown: declareBound(import.meta.url, {
    name: 'keys_refused',
    holds: 'invalid keys, for one minute',
    limit: 5000,
    unit: 'keys',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used key is evicted, and read from the database when it is next used.',
  }),
};

/** The most keys that one statement looks up. */
const mostAtOnce = 100;

/** Whose key it is; `suspended` when that account is. */
type KnownKey = Viewer & { keyHash: string; suspended: { until: string | null } | null };

/** `$1` hashes of keys, in hexadecimal. */
const viewersByKeys = statement.read<KnownKey>(
  'viewers_by_keys',
  `select asked.hash as "keyHash", u.id, u.username, u.email, u.is_staff as "isStaff",
     u.email_proven as "emailProven", k.id as "keyId", k.name as "keyName", k.scopes,
     (extract(epoch from k.expires_date) * 1000)::float8 as "expiresMs",
     (extract(epoch from k.last_used_date) * 1000)::float8 as "usedMs",
     case when ${isSuspended('u.id')}
       then (select json_build_object('until', s.until at time zone 'UTC') from suspension s where s.user_id = u.id)
     end as suspended
   from unnest($1::text[]) asked(hash) join api_key k on k.key_hash = decode(asked.hash, 'hex') join users u on u.id = k.user_id`,
  { all: 'finds whose key it is' },
);

/** The user of a key that was just issued, as requests with it see themselves; null once it is revoked. @throws Failure SUSPENDED */
export async function viewerOfKey(queries: Queries, apiKey: string): Promise<Viewer | null> {
  const found = await queries.one(viewersByKeys, [[hashSecret(apiKey).toString('hex')]]);
  return found ? viewerIn(found) : null;
}

/** @throws Failure SUSPENDED */
function viewerIn({ suspended, keyHash: _keyHash, ...viewer }: KnownKey): Viewer {
  if (suspended) throw suspendedFailure(suspended.until && `${suspended.until}Z`);
  return viewer;
}

/** A key that this process has verified: whose it was, when that was read, and after how many announcements. */
interface VerifiedKey {
  viewer: Viewer;
  readAt: number;
  announcements: number;
}

/** The channel on which a transaction that revokes keys announces their ids (or `all:<user id>`), and `forms` when keys are taken over. */
const revokedChannel = 'key_revoked';

/**
 * Reads `ApiKey <username>:<key>` or `Bearer <key>` (decisions A1): none if the header has neither form. Names may have spaces and
 * colons, so that a name ends at the last colon; but keys of an old service may have some as well, so that it may end at the first one.
 */
function readAuthorization(header: string | undefined): { username?: string; key: string }[] {
  const [, scheme, rest = ''] = /^\s*(apikey|bearer)\s+(\S.*)$/i.exec(header ?? '') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return [{ key: rest.trimEnd() }];
  const sent = rest.trimEnd();
  const [first, last] = [sent.indexOf(':'), sent.lastIndexOf(':')];
  const endingAt = (colon: number) => ({ username: sent.slice(0, colon), key: sent.slice(colon + 1) });
  return last < 1 ? [] : first < 1 || first === last ? [endingAt(last)] : [endingAt(last), endingAt(first)];
}

/** Whether a name that was sent in Latin 1, as which Node reads headers, or in UTF-8 is that of a user. Spaces before it are not read. */
const isNameOf = (name: string, sent: string) =>
  sent === name || Buffer.from(sent, 'latin1').toString() === name.trimStart();

/** Whether a header is addressed to this service. Other schemes belong to a proxy in front of it. */
export function namesKey(header: string | undefined): boolean {
  return /^\s*(apikey|bearer)\b/i.test(header ?? '');
}

/** Whether a header has a key for this service, also one without a scheme (decisions D275). */
export function isKeyOfOurs(header: string | undefined): boolean {
  return namesKey(header) || /^\s*\S+\s*$/.test(header ?? '');
}

/**
 * Turns an Authorization header into the viewer; null when it is missing, malformed, unknown or revoked (A2), `expired` when
 * it names a key whose time is over.
 */
export interface Authenticator {
  /**
   * @param isSpent whether the caller has sent too many invalid keys for another query to the database; it is not
   * called for keys that this process has verified before
   * @throws Failure SUSPENDED for a key of an account that is suspended
   */
  authenticate(header: string | undefined, isSpent?: () => Promise<boolean>): Promise<Viewer | 'expired' | null>;
  /**
   * Clears the cached keys. It is called after a revocation, because the announcement of it reaches this process later.
   */
  forget(): void;
  /**
   * Registers a callback for revocations in any process. Owners of open connections then verify their keys again. The
   * returned function unregisters it.
   */
  onForget(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Looks up keys and caches the results for some seconds. The transaction that revokes a key announces it, and every
 * process then clears its cache at once. While the connection for these announcements is interrupted, nothing is
 * cached.
 * @param takeOver what is known of a takeover, which is read again when it is announced, and while announcements cannot be heard
 */
export async function makeAuthenticator(
  database: Database,
  now: () => Date,
  takeOver: Pick<KnownTakeOver, 'read' | 'hasKeysOf'>,
  rememberMs = 10_000,
): Promise<Authenticator> {
  /** Keys that this process has verified, and invalid keys. A new key is never among the latter. */
  const known = countedCache<string, VerifiedKey>(bounds.known.limit);
  const unknown = countedCache<string, true>(bounds.unknown.limit, { ttl: 60_000 });
  bounds.known.watch(() => known.size);
  bounds.unknown.watch(() => unknown.size);
  let listening = false;
  /** The number of announcements so far. What was read before one is read again after it. */
  let announcements = 0;
  let closed = false;
  let stop: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  const listeners = new Set<() => void>();

  const forget = () => {
    announcements++;
    for (const notify of listeners) notify();
  };
  const readTakenOver = async (isNews?: true) => {
    await takeOver.read(isNews);
    unknown.clear();
  };
  /** Reads again, until it succeeds, what was announced. */
  const readAgain = () => {
    readTakenOver(true).catch(() => {
      if (!closed) retry = setTimeout(readAgain, 1000);
    });
  };
  const announced = (payload: string) => {
    if (payload === 'forms' || payload === 'taken over') readAgain();
    forget();
  };
  const listen = async (): Promise<void> => {
    try {
      stop = await database.listen(revokedChannel, announced, () => {
        listening = false;
        stop = undefined;
        forget();
        if (!closed) retry = setTimeout(() => void listen(), 1000);
      });
      await readTakenOver();
      forget();
      listening = true;
    } catch {
      await stop?.().catch(() => {});
      stop = undefined;
      await readTakenOver().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), 1000);
    }
  };
  await listen();

  const keys = new DataLoader<string, KnownKey | null>(
    async (hashes) => {
      const found = new Map((await database.all(viewersByKeys, [hashes])).map((row) => [row.keyHash, row]));
      return hashes.map((hash) => found.get(hash) ?? null);
    },
    // Keys of different requests that arrive in one turn of the event loop are looked up by one statement.
    { cache: false, maxBatchSize: mostAtOnce, batchScheduleFn: (look) => void setImmediate(look) },
  );

  /** Reads whose key it is. @param isSpent for a key that this process has not verified before */
  const read = async (key: string, isSpent: (() => Promise<boolean>) | null): Promise<Viewer | null> => {
    if ((unknown.size > 0 && unknown.has(key)) || (isSpent && (await isSpent()))) return null;
    const heard = announcements;
    const readAt = performance.now();
    const found = await keys.load(hashSecret(key).toString('hex'));
    if (!found) {
      unknown.set(key, true);
      return null;
    }
    const viewer = viewerIn(found);
    known.set(key, { viewer, readAt, announcements: heard });
    return viewer;
  };

  return {
    async authenticate(header, isSpent = async () => false) {
      for (const { username, key } of readAuthorization(header)) {
        if (!isSecret(key) && !(takeOver.hasKeysOf(key.length) && isOldKey(key))) continue;
        const before = known.get(key);
        const isFresh =
          before?.announcements === announcements && listening && performance.now() - before.readAt < rememberMs;
        const viewer = isFresh ? before.viewer : await read(key, before === undefined ? isSpent : null);
        if (!viewer || (username !== undefined && !isNameOf(viewer.username, username))) continue;
        return viewer.expiresMs !== null && viewer.expiresMs <= now().getTime() ? 'expired' : viewer;
      }
      return null;
    },
    forget,
    onForget(notify) {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await stop?.();
    },
  };
}
