import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file in DATA_DIR whose time is that of the last backup. Scripts that back up a PostgreSQL server touch it (docs/operating.md#backups). */
const pathIn = (dataDir: string): string => join(dataDir, 'last-backup');

/** Notes that a backup was made now. @param name where it is @throws Error if the folder cannot be written to */
export function noteBackup(dataDir: string, name: string): Promise<void> {
  return writeFile(pathIn(dataDir), `${name}\n`);
}

/** When the last backup was made, in seconds of Unix time; 0 if none was. */
export function lastBackup(dataDir: string): Promise<number> {
  return stat(pathIn(dataDir)).then(
    ({ mtimeMs }) => mtimeMs / 1000,
    () => 0,
  );
}
