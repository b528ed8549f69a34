import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sentence } from '../../../src/platform/sentence.ts';
import { fileNames } from '../bundle/field.ts';
import type { FileName } from '../bundle/field.ts';
import { filesFolder } from './special-fields.ts';

/** What a file is called until the whole bundle is there. */
const unfinished = '.part';

/** As long as this file is there, whatever else is in the folder belongs to an extract that did not come to its end. */
const marker = `manifest.json${unfinished}`;

const files = fileNames.map((name) => `${name}.jsonl`);
const own = new Set([...files, filesFolder, 'file-names'].flatMap((name) => [name, `${name}${unfinished}`]));

/** A folder in which a bundle is being made. */
export interface UnfinishedBundle {
  /** Where a file of lines is written. */
  linesPath(name: FileName): string;
  /** Where pictures and GPX files are copied to. */
  filesPath: string;
  /** Where the names of these files are kept until they are copied. */
  namesPath: string;
  /** Gives all files their names, that of the manifest last. */
  finish(manifest: object, written: readonly FileName[]): Promise<void>;
  /** Removes what was written, and the folder if this extract made it. */
  discard(): Promise<void>;
}

/**
 * Prepares the folder of a bundle. What an interrupted extract left in it is removed.
 * @throws Sentence if the folder has something else in it
 */
export async function beginBundle(folder: string): Promise<UnfinishedBundle> {
  const made = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Sentence(`--to: ${folder} cannot be used (${(error as NodeJS.ErrnoException).code})`);
  });
  const pathOf = (name: string) => join(folder, name);
  const there = await readdir(folder);
  const foreign = there.find((entry) => entry !== marker && !own.has(entry));
  if (there.length > 0 && (foreign !== undefined || !there.includes(marker)))
    throw new Sentence(
      `--to: ${folder} has something in it (${foreign ?? there[0]}); a bundle needs a folder of its own`,
    );
  const clean = async () => {
    for (const name of own) await rm(pathOf(name), { recursive: true, force: true });
  };
  if (there.length === 0) await writeFile(pathOf(marker), '', { flag: 'wx' });
  else await clean();
  return {
    linesPath: (name) => pathOf(`${name}.jsonl${unfinished}`),
    filesPath: pathOf(`${filesFolder}${unfinished}`),
    namesPath: pathOf(`file-names${unfinished}`),
    async finish(manifest, written) {
      await rm(pathOf(`file-names${unfinished}`), { force: true });
      await writeSafely(pathOf(marker), `${JSON.stringify(manifest, null, 2)}\n`);
      for (const name of written) await rename(pathOf(`${name}.jsonl${unfinished}`), pathOf(`${name}.jsonl`));
      if ((await readdir(folder)).includes(`${filesFolder}${unfinished}`))
        await rename(pathOf(`${filesFolder}${unfinished}`), pathOf(filesFolder));
      await rename(pathOf(marker), pathOf('manifest.json'));
    },
    async discard() {
      await clean();
      await rm(pathOf(marker), { force: true });
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

async function writeSafely(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
