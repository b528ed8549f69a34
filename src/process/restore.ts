import { mkdir } from 'node:fs/promises';
import { openDatabase } from '../wiring/open-database.ts';
import { resetLog } from '../domain/live/reset-log.ts';
import { readConfig } from '../platform/config.ts';
import { databaseParts } from '../platform/database/database-parts.ts';
import { lockFolder } from '@runners/postgres';
import { migrate } from '../platform/database/migrate.ts';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';
import { copyBackup, readFacts } from './embedded/backup-folder.ts';

/** `npx runners restore FOLDER`: copies a backup into DATA_DIR, which must not have a database. The service must be stopped. */
runCommand(async ([folder, ...rest], configured) => {
  if (!folder || rest.length > 0) throw new Sentence(usageOf('restore'));
  const { databaseUrl, dataDir, driver } = configured(readConfig(process.env));
  if (databaseUrl) throw new Sentence('DATABASE_URL: npx runners restore restores the embedded database only');
  const facts = await readFacts(folder);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir, databaseParts);
  try {
    await copyBackup(folder, dataDir, async (copyDir) => {
      const database = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir: copyDir, driver });
      try {
        await migrate(database);
        await resetLog(database);
      } finally {
        await database.close();
      }
    });
  } finally {
    unlock();
  }
  process.stdout.write(`DATA_DIR has the backup of ${facts.createdDate}. Start the service.\n`);
});
