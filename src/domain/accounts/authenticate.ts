import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { isSuspended } from '../rules/visibility.ts';
import { hashSecret, isSecret } from './keys.ts';
import { declareBound } from '../../platform/bounds.ts';
import type { Scopes } from './scopes.ts';
import { suspendedFailure } from './suspended.ts';

const held = {
  remembered: declareBound(import.meta.url, {
    name: 'keys_signed_in',
    holds: 'keys and their users, for ten seconds',
    limit: 20_000,
    unit: 'keys',
    beyond: 'The key that was not used for longest is looked up again.',
  }),
  former: declareBound(import.meta.url, {
    name: 'keys_known',
    holds: 'keys that have signed in at this process',
    limit: 20_000,
    unit: 'keys',
    beyond: 'The key that was not used for longest counts as unknown where an address has failed too often.',
  }),
  unknown: declareBound(import.meta.url, {
    name: 'keys_refused',
    holds: 'keys that did not sign in, for a minute',
    limit: 5000,
    unit: 'keys',
    beyond: 'The key that was not used for longest is looked up again.',
  }),
};

/** Who is signed in, and with which key. */
export interface Viewer {
  id: number;
  username: string;
  email: string;
  isStaff: boolean;
  /** Whether somebody has shown that the address is theirs. */
  emailProven?: boolean;
  keyId: number;
  /** What the key may be used for. */
  scopes: Scopes;
  /** When the key expires, in milliseconds of the epoch; null when it does not. */
  expiresMs: number | null;
  /** The beginning of the hour in which the key was last used, as far as this process knows; null when it never was. */
  usedMs: number | null;
}

/** Whose key it is; `suspended` when that account is. */
const viewerByKey = statement<Viewer & { suspended: { until: string | null } | null }>(
  'viewer_by_key',
  `select u.id, u.username, u.email, u.is_staff as "isStaff",
     u.email_proven as "emailProven", k.id as "keyId", k.scopes,
     (extract(epoch from k.expires_date) * 1000)::float8 as "expiresMs",
     (extract(epoch from k.last_used_date) * 1000)::float8 as "usedMs",
     case when ${isSuspended('u.id')}
       then (select json_build_object('until', s.until at time zone 'UTC') from suspension s where s.user_id = u.id)
     end as suspended
   from api_key k join users u on u.id = k.user_id where k.key_hash = $1`,
  { all: 'finds whose key it is' },
);

/** Channel on which a transaction that revokes keys announces their ids (or `all:<user id>`). */
const revokedChannel = 'key_revoked';

/** Reads `ApiKey <username>:<key>` or `Bearer <key>` (decisions A1); undefined when it is neither. */
function readAuthorization(header: string | undefined): { username?: string; key: string } | undefined {
  const match = /^\s*(apikey|bearer)\s+(\S+)\s*$/i.exec(header ?? '');
  if (!match?.[1] || !match[2]) return undefined;
  if (match[1].toLowerCase() === 'bearer') return { key: match[2] };
  const colon = match[2].indexOf(':');
  return colon < 1 ? undefined : { username: match[2].slice(0, colon), key: match[2].slice(colon + 1) };
}

/** Whether a header is meant for us: other schemes belong to whatever stands in front of the service. */
export function namesKey(header: string | undefined): boolean {
  return /^\s*(apikey|bearer)\b/i.test(header ?? '');
}

/**
 * Turns an Authorization header into the viewer; null when it is missing, malformed, unknown or revoked (A2), `expired` when
 * it names a key whose time is over.
 */
export interface Authenticator {
  /**
   * @param isSpent whether the caller has failed too often to be looked up in the database; not asked for keys that have
   * signed in at this process
   * @throws Failure SUSPENDED for a key of an account that is suspended
   */
  authenticate(header: string | undefined, isSpent?: () => Promise<boolean>): Promise<Viewer | 'expired' | null>;
  /** Forgets what is remembered: called after a revocation, whose announcement comes to this process a moment later. */
  forget(): void;
  /**
   * Calls back whenever keys may have been revoked, in whichever process: whoever keeps connections open asks again
   * whether theirs still sign in. The returned function ends it.
   */
  onForget(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Key look-ups, remembered for some seconds. A revocation is announced by the transaction that does it and forgotten at
 * once in every process; while the connection that hears the announcements is down, nothing is remembered.
 */
export async function makeAuthenticator(
  database: Database,
  now: () => Date,
  rememberMs = 10_000,
): Promise<Authenticator> {
  const remembered = new LRUCache<string, Viewer>({ max: held.remembered.limit, ttl: rememberMs });
  /** Keys that have signed in here and keys that don't: no new key is ever one of the latter. */
  const former = new LRUCache<string, true>({ max: held.former.limit });
  const unknown = new LRUCache<string, true>({ max: held.unknown.limit, ttl: 60_000 });
  held.remembered.watch(() => remembered.size);
  held.former.watch(() => former.size);
  held.unknown.watch(() => unknown.size);
  let listening = false;
  /** Counts the announcements: what was read before one is not remembered after it. */
  let announcements = 0;
  let closed = false;
  let stop: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  const listeners = new Set<() => void>();

  const forget = () => {
    announcements++;
    remembered.clear();
    for (const notify of listeners) notify();
  };
  const listen = async (): Promise<void> => {
    try {
      stop = await database.listen(revokedChannel, forget, () => {
        listening = false;
        forget();
        if (!closed) retry = setTimeout(() => void listen(), 1000);
      });
      forget();
      listening = true;
    } catch {
      if (!closed) retry = setTimeout(() => void listen(), 1000);
    }
  };
  await listen();

  return {
    async authenticate(header, isSpent = async () => false) {
      const credentials = readAuthorization(header);
      if (!credentials || !isSecret(credentials.key)) return null;
      const { key } = credentials;
      let viewer = remembered.get(key);
      if (!viewer) {
        if (unknown.has(key) || (!former.has(key) && (await isSpent()))) return null;
        const before = announcements;
        const found = await database.one(viewerByKey, [hashSecret(key)]);
        if (!found) {
          unknown.set(key, true);
          return null;
        }
        const { suspended, ...known } = found;
        if (suspended) throw suspendedFailure(suspended.until && `${suspended.until}Z`);
        viewer = known;
        former.set(key, true);
        if (listening && announcements === before) remembered.set(key, viewer);
      }
      if (credentials.username !== undefined && credentials.username !== viewer.username) return null;
      return viewer.expiresMs !== null && viewer.expiresMs <= now().getTime() ? 'expired' : viewer;
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
