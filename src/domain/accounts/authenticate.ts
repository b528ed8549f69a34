import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { hashSecret } from './keys.ts';

/** Who is signed in, and with which key. */
export interface Viewer {
  id: number;
  username: string;
  email: string;
  isStaff: boolean;
  keyId: number;
}

const viewerByKey = statement<Viewer>(
  'viewer_by_key',
  `select u.id, u.username, u.email, u.is_staff as "isStaff", k.id as "keyId"
   from api_key k join users u on u.id = k.user_id where k.key_hash = $1`,
);

/** Channel on which a transaction that revokes keys announces their ids (or `all:<user id>`). */
export const revokedChannel = 'key_revoked';

/** Reads `ApiKey <username>:<key>` or `Bearer <key>` (decisions A1); undefined when it is neither. */
export function readAuthorization(header: string | undefined): { username?: string; key: string } | undefined {
  const match = /^\s*(apikey|bearer)\s+(\S+)\s*$/i.exec(header ?? '');
  if (!match?.[1] || !match[2]) return undefined;
  if (match[1].toLowerCase() === 'bearer') return { key: match[2] };
  const colon = match[2].indexOf(':');
  return colon < 1 ? undefined : { username: match[2].slice(0, colon), key: match[2].slice(colon + 1) };
}

/** Turns an Authorization header into the viewer; null when it is missing, malformed, unknown or revoked (A2). */
export interface Authenticator {
  authenticate(header: string | undefined): Promise<Viewer | null>;
  /** Forgets what is remembered: called after a revocation, whose announcement comes to this process a moment later. */
  forget(): void;
  /**
   * Calls back whenever keys may have been revoked, in whichever process: whoever keeps connections open asks again
   * whether theirs still sign in. The returned function ends it.
   */
  onForget(heard: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Key look-ups, remembered for some seconds. A revocation is announced by the transaction that does it and forgotten at
 * once in every process; while the connection that hears the announcements is down, nothing is remembered.
 */
export async function makeAuthenticator(database: Database, rememberMs = 10_000): Promise<Authenticator> {
  const remembered = new LRUCache<string, Viewer>({ max: 20_000, ttl: rememberMs });
  let hearing = false;
  /** Counts the announcements: what was read before one is not remembered after it. */
  let heard = 0;
  let closed = false;
  let stop: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  const others = new Set<() => void>();

  const forget = () => {
    heard++;
    remembered.clear();
    for (const tell of others) tell();
  };
  const listen = async (): Promise<void> => {
    try {
      stop = await database.listen(revokedChannel, forget, () => {
        hearing = false;
        forget();
        if (!closed) retry = setTimeout(() => void listen(), 1000);
      });
      forget();
      hearing = true;
    } catch {
      if (!closed) retry = setTimeout(() => void listen(), 1000);
    }
  };
  await listen();

  return {
    async authenticate(header) {
      const credentials = readAuthorization(header);
      if (!credentials) return null;
      let viewer = remembered.get(credentials.key);
      if (!viewer) {
        const before = heard;
        viewer = await database.one(viewerByKey, [hashSecret(credentials.key)]);
        if (!viewer) return null;
        if (hearing && heard === before) remembered.set(credentials.key, viewer);
      }
      return credentials.username === undefined || credentials.username === viewer.username ? viewer : null;
    },
    forget,
    onForget(tell) {
      others.add(tell);
      return () => others.delete(tell);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await stop?.();
    },
  };
}
