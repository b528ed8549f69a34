import type pg from 'pg';
import type { Hosts } from './hosts.ts';
import { socketOf } from './socket-of.ts';
import { ConnectionLost } from './connection-errors.ts';
import type { PreparedStatement } from '../interface/prepared-statement.ts';

/** Milliseconds that the database has to answer. */
const patienceMs = 900;

/** `$1` names: how many of those migrations were never applied. */
export const missingMigrations: PreparedStatement<{ missing: number }> = {
  name: 'missing_migrations',
  text: `select count(*)::int as missing from unnest($1::text[]) wanted(name)
   where not exists (select 1 from migrations m where m.name = wanted.name)`,
  writes: false,
};

/**
 * Checks the database on a connection of its own, which detects a frozen database even when the pool is exhausted.
 * Concurrent checks share one.
 * @param migrations the names of those that the database needs
 */
export function makeProbe(hosts: Hosts, migrations: readonly string[]): { look(): Promise<boolean>; close(): void } {
  let open: pg.Client | null = null;
  let looking: Promise<boolean> | null = null;

  function drop(client: pg.Client): void {
    if (open === client) open = null;
    // The connection is destroyed, because a frozen server does not answer the end of a session.
    socketOf(client).destroy();
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
      const { rows } = await client.query<{ missing: number }>(missingMigrations.text, [migrations]);
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
