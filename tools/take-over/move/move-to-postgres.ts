import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { ConfigError, readConfig } from '../../../src/platform/config.ts';
import type { Config } from '../../../src/platform/config.ts';
import { extensions } from '../../../src/platform/database/orm-options.ts';
import { databaseParts } from '../../../src/platform/database/database-parts.ts';
import { connectToOne, driverOf, embeddedFolder, lockFolder, makeHosts, openEmbedded } from '@runners/postgres';
import { alone, migrate } from '../../../src/platform/database/migrate.ts';
import { startJobs } from '../../../src/platform/jobs/jobs.ts';
import { runCommand, Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import { copyBackup, readFacts } from '../../../src/process/embedded/backup-folder.ts';
import { moveRows } from './move-rows.ts';

/**
 * `npx runners move-to-postgres --to postgres://… [--from BACKUP]`: moves everything that is in the embedded database of DATA_DIR,
 * or in a backup of one, to an empty PostgreSQL database. The service must be stopped (docs/operating.md#moving-to-postgresql).
 */
const usage = usageOf('move-to-postgres');

/** Opens a database as this version of the service does, so that it has the tables of this version. */
async function upgrade(setting: Pick<Config, 'driver' | 'dataDir'> & { databaseUrl?: string }): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 4, ...setting });
  try {
    const jobs = await alone(database, async () => {
      await migrate(database);
      return startJobs(database);
    });
    await jobs.stop();
  } finally {
    await database.close();
  }
}

async function move(dataDir: string, databaseUrl: string, driver: Config['driver']): Promise<void> {
  if (!existsSync(embeddedFolder(dataDir))) throw new Sentence(`DATA_DIR: there is no database in ${dataDir}`);
  await upgrade({ driver, dataDir });
  await upgrade({ driver, dataDir, databaseUrl });
  const unlock = lockFolder(dataDir, databaseParts);
  try {
    const target = await connectToOne(makeHosts(databaseUrl, await driverOf({ driver })));
    try {
      const source = await openEmbedded(dataDir, extensions);
      try {
        const lines = await moveRows(source, target);
        process.stdout.write(`${lines.join('\n')}\n`);
      } finally {
        await source.close();
      }
      await target.query('analyze');
    } finally {
      await target.end();
    }
  } finally {
    unlock();
  }
}

runCommand(async (words, configured) => {
  const { to, from } = parseArgs({ args: words, options: { to: { type: 'string' }, from: { type: 'string' } } }).values;
  if (!to) throw new Sentence(usage);
  const { dataDir, driver } = configured(readConfig({ ...process.env, DATABASE_URL: undefined, WORKERS: '1' }));
  // The form of the URL is checked as if the service started with it.
  readConfigOf(to);
  const begun = performance.now();
  if (from === undefined) await move(dataDir, to, driver);
  else {
    await readFacts(from);
    const copy = await mkdtemp(join(tmpdir(), 'runners-move-'));
    try {
      await copyBackup(from, copy, async () => {});
      await move(copy, to, driver);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }
  const kept = from ?? dataDir;
  process.stdout.write(
    `Everything is in PostgreSQL, after ${Math.ceil((performance.now() - begun) / 1000)} s. ${kept} is unchanged except for upgrades.\n` +
      `Start the service with DATABASE_URL, and with SECRET_KEY set to the content of ${join(kept, 'secret-key')}.\n` +
      `Pictures remain in ${join(kept, 'pictures')}: keep DATA_DIR, or move them with npx runners move-pictures.\n`,
  );
});

function readConfigOf(databaseUrl: string): void {
  try {
    readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(16) });
  } catch (error) {
    throw error instanceof ConfigError ? new Sentence(`--to: ${error.message.replace(/^\w+: /, '')}`) : error;
  }
}
