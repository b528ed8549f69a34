import type { Client } from 'pg';
import { openDatabase } from '../wiring/open-database.ts';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { connectToOne, driverOf, makeHosts } from '@runners/postgres';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';
import { manyRows, partitionings } from './partition/partitionings.ts';
import { partitionOnline } from './partition/partition-online.ts';

/**
 * `npx runners partition [-- TABLE …]`: partitions the log of live events, if it had too many rows for the start of the service to do
 * so, and other tables with many rows or that are named (docs/operating.md#partitioning). The service can run on PostgreSQL
 * meanwhile.
 */
runCommand(async (words, configured) => {
  const tables = partitionings.map(({ table }) => table);
  if (words.some((word) => !tables.includes(word)))
    throw new Sentence(`${usageOf('partition')}, with tables of ${tables.join(', ')}`);
  const config = configured(readConfig(process.env));
  const database = await openDatabase(config);
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    await (config.databaseUrl
      ? partitionServer(config, config.databaseUrl, words)
      : partitionEmbedded(database, words));
  } finally {
    await database.close();
  }
});

/** The embedded database belongs to this command, so that nobody waits for locks. */
async function partitionEmbedded(database: Database, named: readonly string[]): Promise<void> {
  for (const { table, swap } of partitionings) {
    if (table !== 'live_event' && !named.includes(table)) continue;
    await database.execute({ text: swap }, { unhurried: true });
    process.stdout.write(`${table}: it is partitioned now\n`);
  }
}

async function partitionServer(config: Config, databaseUrl: string, named: readonly string[]): Promise<void> {
  const hosts = makeHosts(config.databaseDirectUrl ?? databaseUrl, await driverOf(config));
  const client = await connectToOne(hosts);
  try {
    await client.query(`set time zone 'UTC'; set statement_timeout = 0; set lock_timeout = 0`);
    // A run that was killed may still be reading on the server.
    await client.query('select pg_advisory_lock(1917, 4)');
    for (const plan of partitionings) {
      if (!named.includes(plan.table) && plan.table !== 'live_event' && (await rowsOf(client, plan.table)) < manyRows) {
        process.stdout.write(`${plan.table}: it has too few rows to gain from partitions\n`);
        continue;
      }
      const done = await partitionOnline(client, plan, (sentence) => process.stdout.write(`${sentence}\n`));
      process.stdout.write(`${plan.table}: ${done ? 'it is partitioned now' : 'it was partitioned already'}\n`);
    }
  } finally {
    await client.end();
  }
}

/** The number of rows of a table, as it was estimated last. */
async function rowsOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'select reltuples::float8 as rows from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0]?.rows ?? 0;
}
