import type pg from 'pg';
import { migrationsList } from './migrations/index.ts';
import type { Hosts } from './hosts.ts';
import { socketOf } from './socket-of.ts';
import { statement } from './statement.ts';
import { ConnectionLost } from './unavailable.ts';

/** Milliseconds that the database has to answer. */
const patienceMs = 900;

/** The migrations of this version of the service. */
export const migrationNames = migrationsList.map(({ name }) => name);

/**
 * Why this version cannot use a database with these migrations, and what to do; null if it can. It can where a later version has added
 * migrations, until one of these removes what this version needs, which the name of that says.
 */
export function refusalOf(applied: readonly string[]): string | null {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  const missing = migrationNames.find((name) => !applied.includes(name));
  const contracted = unknown.find((name) => name.endsWith('-contract'));
  const [name, why] = contracted
    ? [contracted, 'which removes what this version of the service needs']
    : [unknown[0], `which this version of the service does not know, and lacks ${missing}`];
  if (name === undefined || (!contracted && missing === undefined)) return null;
  const advice = 'start the version that made it, or restore a backup from before it (docs/operating.md#upgrading)';
  return `the database has the migration ${name}, ${why}; ${advice}`;
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
