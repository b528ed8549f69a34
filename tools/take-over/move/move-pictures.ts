import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { pictureFiles } from '../../../src/domain/pictures/sweep.ts';
import { recordingFiles } from '../../../src/domain/workouts/originals/sweep-originals.ts';
import { ConfigError, readConfig } from '../../../src/platform/config.ts';
import { copyFiles } from '../../../src/platform/store/copy-files.ts';
import { folderStore } from '../../../src/platform/store/picture-store-folder.ts';
import { makePictureStore, makeRecordingStore } from '../../../src/platform/store/picture-store.ts';
import type { PictureStore } from '../../../src/platform/store/picture-store.ts';
import { runCommand, Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';

/**
 * `npx runners move-pictures --from STORE --to STORE`: copies the files of all pictures that the database names into another
 * store, and compares what was stored; with `--recordings`, the original files of workouts. A store is a folder, or an S3 URL as in STORAGE_URL. It can be interrupted and repeated
 * (docs/operating.md#moving-pictures).
 */
const usage = usageOf('move-pictures');

function openStore(option: string, where: string, isSource: boolean, recordings: boolean): PictureStore {
  if (where.startsWith('s3://')) {
    try {
      const config = readConfig({ ...process.env, STORAGE_URL: where });
      return recordings ? makeRecordingStore(config) : makePictureStore(config);
    } catch (error) {
      throw error instanceof ConfigError ? new Sentence(`${option}: ${error.message}`) : error;
    }
  }
  if (isSource && !existsSync(where)) throw new Sentence(`${option}: there is no folder ${where}`);
  return folderStore(where);
}

runCommand(async (words, configured) => {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    recordings: { type: 'boolean', default: false },
  } as const;
  const { from, to, recordings } = parseArgs({ args: words, options }).values;
  if (!from || !to) throw new Sentence(usage);
  const database = await openDatabase(configured(readConfig(process.env)));
  try {
    const { copied, present, missing } = await copyFiles(
      database,
      recordings ? recordingFiles : pictureFiles,
      openStore('--from', from, true, recordings),
      openStore('--to', to, false, recordings),
    );
    process.stdout.write(`${copied} files were copied and compared, and ${present} were there already.\n`);
    if (missing.length > 0)
      throw new Sentence(
        `${missing.length} ${recordings ? 'recordings' : 'pictures'} have no files in ${from}: ${missing.slice(0, 5).join(', ')}`,
      );
  } finally {
    await database.close();
  }
});
