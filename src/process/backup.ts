import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../platform/config.ts';
import { databaseParts } from '../platform/database/database-parts.ts';
import { noteBackup } from '../platform/last-backup.ts';
import { embeddedFolder, lockFolder } from '@runners/postgres';
import { holdRunning } from '../platform/database/hold-for-backup.ts';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';
import { makeBackup } from './embedded/backup-folder.ts';

/**
 * `npx runners backup FOLDER`: copies the embedded database, the pictures and the secret key into a new folder, whether the
 * service runs or not (docs/operating.md#the-embedded-database).
 */
runCommand(async ([folder, ...rest], configured) => {
  if (!folder || rest.length > 0) throw new Sentence(usageOf('backup'));
  const { databaseUrl, dataDir } = configured(readConfig(process.env));
  if (databaseUrl) throw new Sentence('DATABASE_URL: back up a PostgreSQL server with pg_basebackup or pg_dump');
  if (!existsSync(embeddedFolder(dataDir))) throw new Sentence(`DATA_DIR: there is no database in ${dataDir}`);
  let heldMs = 0;
  await makeBackup(dataDir, folder, async () => {
    const begun = performance.now();
    const release = (await holdRunning(dataDir)) ?? lockFolder(dataDir, databaseParts);
    return () => {
      release();
      heldMs = performance.now() - begun;
    };
  });
  await noteBackup(dataDir, resolve(folder)).catch((error: unknown) => {
    process.stderr.write(`The metrics do not tell of this backup: ${String(error)}\n`);
  });
  process.stdout.write(`The backup is in ${folder}. Requests waited for at most ${Math.ceil(heldMs)} ms.\n`);
});
