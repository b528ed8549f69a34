import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { hashSecret, isSecret } from './keys.ts';

/** Who is signed in, and with which key. */
export interface Viewer {
  id: number;
  username: string;
  email: string;
  isStaff: boolean;
  /** Whether somebody has shown that the address is theirs. */
  emailProven?: boolean;
  keyId: number;
}

const viewerByKey = statement<Viewer>(
  'viewer_by_key',
  `select u.id, u.username, u.email, u.is_staff as "isStaff",
     u.email_proven as "emailProven", k.id as "keyId"
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

/** Turns an Authorization header into the viewer; null when it is missing, malformed, unknown or revoked (A2). */
export interface Authenticator {
  /**
   * @param isSpent whether the caller has failed too often to be looked up in the database; not asked for keys that have
   * signed in at this process
   */
  authenticate(header: string | undefined, isSpent?: () => Promise<boolean>): Promise<Viewer | null>;
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
export async function makeAuthenticator(database: Database, rememberMs = 10_000): Promise<Authenticator> {
  const remembered = new LRUCache<string, Viewer>({ max: 20_000, ttl: rememberMs });
  /** Keys that have signed in here and keys that don't: no new key is ever one of the latter. */
  const former = new LRUCache<string, true>({ max: 20_000 });
  const unknown = new LRUCache<string, true>({ max: 5000, ttl: 60_000 });
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
        viewer = await database.one(viewerByKey, [hashSecret(key)]);
        if (!viewer) {
          unknown.set(key, true);
          return null;
        }
        former.set(key, true);
        if (listening && announcements === before) remembered.set(key, viewer);
      }
      return credentials.username === undefined || credentials.username === viewer.username ? viewer : null;
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
