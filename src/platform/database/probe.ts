import type { Socket } from 'node:net';
import type pg from 'pg';
import { migrationsList } from './migrations/index.ts';
import type { Hosts } from './hosts.ts';
import { statement } from './statement.ts';
import { ConnectionLost } from './unavailable.ts';

/** Milliseconds that the database has to answer. */
const patienceMs = 900;

/** The migrations of this version of the service. */
export const migrationNames = migrationsList.map(({ name }) => name);

/**
 * Why a database with these migrations cannot be brought to this version, and what to do. Null if it can, or if it has all that this
 * version knows and more: then a later version has upgraded it, and this one runs beside that (docs/operating.md).
 */
export function refusalOf(applied: readonly string[]): { reason: string; advice: string } | null {
  const unknown = applied.find((name) => !migrationNames.includes(name));
  const missing = migrationNames.find((name) => !applied.includes(name));
  if (unknown === undefined || missing === undefined) return null;
  return {
    reason: `the database has the migration ${unknown}, which this version of the service does not know, and lacks ${missing}`,
    advice: `start the version that made it, or restore a backup from before it (docs/operating.md#upgrading)`,
  };
}

/** `$1` names: how many of those migrations were never applied. */
export const missingMigrations = statement.read<{ missing: number }>(
  'missing_migrations',
  `select count(*)::int as missing from unnest($1::text[]) wanted(name)
   where not exists (select 1 from migrations m where m.name = wanted.name)`,
);

/**
 * Checks the database on a connection of its own, which detects a frozen database even when the pool is exhausted.
 * Concurrent checks share one.
 */
export function makeProbe(hosts: Hosts): { look(): Promise<boolean>; close(): void } {
  let open: pg.Client | null = null;
  let looking: Promise<boolean> | null = null;

  function drop(client: pg.Client): void {
    if (open === client) open = null;
    // The connection is destroyed, because a frozen server does not answer the end of a session.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  async function lookWith(client: pg.Client, withinMs: number): Promise<boolean> {
    const late = setTimeout(() => drop(client), withinMs);
    try {
      if (client !== open) {
        client.on('error', () => drop(client));
        open = client;
        await client.connect();
      }
      await hosts.verify(client);
      const { rows } = await client.query<{ missing: number }>(missingMigrations.text, [migrationNames]);
      return rows[0]?.missing === 0;
    } catch (error) {
      drop(client);
      hosts.failed(client);
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  async function look(): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    // Each server once, and once more if the open connection has broken since the last look.
    for (let left = hosts.count - (open ? 0 : 1); ; left--) {
      try {
        return await lookWith(open ?? new hosts.Client(), deadline - performance.now());
      } catch (error) {
        if (left > 0 && performance.now() < deadline) continue;
        throw new ConnectionLost('the database does not answer', { cause: error });
      }
    }
  }

  return {
    look: () => (looking ??= look().finally(() => (looking = null))),
    close() {
      if (open) drop(open);
    },
  };
}
