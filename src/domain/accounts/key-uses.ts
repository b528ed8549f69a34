import { isIPv4 } from 'node:net';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { storableLine } from '../../platform/text.ts';
import type { KeyUses } from '../process-context.ts';

const hourMs = 3_600_000;
/** The number of keys whose use may wait to be written. Beyond it, uses are recorded again after the next write. */
const mostWaiting = 10_000;

/**
 * `$1` are ids of keys, `$2` the beginning of the hour of each use in milliseconds, `$3` networks, and `$4`
 * User-Agents.
 */
const writeUses = statement.write(
  'write_key_uses',
  `update api_key k set last_used_date = u.used, last_used_from = u.network, last_used_by = u.agent
   from (select id, to_timestamp(used_ms / 1000.0) as used, network, agent
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as u(id, used_ms, network, agent)) u
   where k.id = u.id and (k.last_used_date is null or k.last_used_date < u.used)`,
);

interface Use {
  usedMs: number;
  address: string;
  userAgent: string;
}

/**
 * Collects uses in memory: a request only makes a comparison, and a key causes at most one write an hour (decisions
 * D252).
 */
export function makeKeyUses(database: Database, now: () => Date, log: Pick<Logger, 'warn'>): KeyUses {
  let waiting = new Map<number, Use>();
  let written = Promise.resolve();

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const uses = [...waiting];
    waiting = new Map();
    try {
      await database.all(writeUses, [
        uses.map(([id]) => id),
        uses.map(([, { usedMs }]) => usedMs),
        uses.map(([, { address }]) => networkOf(address)),
        uses.map(([, { userAgent }]) => userAgent),
      ]);
    } catch (error: unknown) {
      log.warn({ err: error }, 'could not record key usage');
    }
  }

  return {
    note(viewer, address, userAgent) {
      const nowMs = now().getTime();
      if (viewer.usedMs !== null && nowMs - viewer.usedMs < hourMs) return;
      if (waiting.size >= mostWaiting) return;
      // The viewer is remembered for the next requests of the key, and so is this.
      viewer.usedMs = nowMs - (nowMs % hourMs);
      const use = { usedMs: viewer.usedMs, address, userAgent: storableLine(userAgent.slice(0, 200)) };
      if (!waiting.has(viewer.keyId)) waiting.set(viewer.keyId, use);
    },
    // A second write waits for the first one, so that a reader sees its uses afterwards.
    flush: () => (written = written.then(write)),
  };
}

/**
 * The network of an address, as it is stored for the owner of a key: 24 bits of an IPv4 address, or 48 of an IPv6
 * address. This suffices to recognize a provider or a country, but not to locate a home.
 */
function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const groups = /^([\da-f:]+)::\/64$/i.exec(address)?.[1]?.split(':');
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : 'unknown';
}
