import type { Client } from 'pg';
import { openDatabase } from '../domain/open-database.ts';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { makeHosts } from '../platform/database/hosts.ts';
import { runCommand, Sentence } from './command.ts';
import { partitionings } from './partition/partitionings.ts';
import { partitionOnline } from './partition/partition-online.ts';

/**
 * `npm run partition`: partitions the tables that had too many rows for the start of the service to do so
 * (docs/operating.md#partitioning). The service can run on PostgreSQL meanwhile.
 */
runCommand(async (words, configured) => {
  if (words.length > 0) throw new Sentence('usage: npm run partition');
  const config = configured(readConfig(process.env));
  const database = await openDatabase(config);
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    await (config.databaseUrl ? partitionServer(config, config.databaseUrl) : partitionEmbedded(database));
  } finally {
    await database.close();
  }
  process.stdout.write('All tables that grow without end are partitioned.\n');
});

/** The embedded database belongs to this command, so that nobody waits for locks. */
async function partitionEmbedded(database: Database): Promise<void> {
  for (const { swap } of partitionings) await database.execute({ text: swap }, { unhurried: true });
}

async function partitionServer({ databaseDirectUrl }: Config, databaseUrl: string): Promise<void> {
  const client = await connect(databaseDirectUrl ?? databaseUrl);
  try {
    await client.query(`set time zone 'UTC'; set statement_timeout = 0; set lock_timeout = 0`);
    // A run that was killed may still be reading on the server.
    await client.query('select pg_advisory_lock(1917, 4)');
    for (const plan of partitionings) {
      const done = await partitionOnline(client, plan, (sentence) => process.stdout.write(`${sentence}\n`));
      process.stdout.write(`${plan.table}: ${done ? 'it is partitioned now' : 'it was partitioned already'}\n`);
    }
  } finally {
    await client.end();
  }
}

/** Connects to the server that takes writes. @throws the error of the last one, if none does */
async function connect(url: string): Promise<Client> {
  const hosts = makeHosts(url);
  for (let left = hosts.count - 1; ; left--) {
    const client = new hosts.Client();
    client.on('error', () => {});
    try {
      await client.connect();
      await hosts.verify(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (left <= 0) throw error;
    }
  }
}
