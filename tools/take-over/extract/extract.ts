import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileNames } from '../bundle/field.ts';
import type { FileName } from '../bundle/field.ts';
import { copyFiles } from './copy-files.ts';
import type { FileSource } from './copy-files.ts';
import { filesOf } from './files-of.ts';
import { createLineFile } from './line-file.ts';
import type { FileFacts } from './line-file.ts';
import { Notes } from './notes.ts';
import { dialectOf, openSource } from './open-source.ts';
import { readQueries } from './read-queries.ts';
import type { Query } from './read-queries.ts';
import { beginBundle } from './unfinished-bundle.ts';
import type { UnfinishedBundle } from './unfinished-bundle.ts';
import { writeRows } from './write-rows.ts';

/** How many files that were not copied are printed; all of them are in a list beside the bundle. */
const mostPrinted = 20;

/** What an extract reads and writes. */
export interface Extract {
  /** The address of the database: `mysql://…`, `mariadb://…` or `postgres://…`. */
  from: string;
  /** The folder with a `.sql` file for each file of the bundle. */
  queries: string;
  /** The folder of the bundle: a new or an empty one, or one that an interrupted extract left. */
  to: string;
  /** The folder in which the fields `image`, `file` and `gpx` are paths, or addresses below which they are; without any, no files are copied. */
  files?: readonly string[] | undefined;
  /** The folder that keeps what was fetched, also for the next extract; by default beside the bundle. */
  fetched?: string | undefined;
  /** The address of the old API, which the manifest states. */
  baseUrl?: string | undefined;
  /** Receives what is said on the way, a line at a time. */
  print: (line: string) => void;
}

/**
 * Makes a bundle of the database of another service. All statements see the same moment, and none can write. Rows and files are
 * written as they are read, so memory does not grow with them. The bundle has its names when all of it is there; if anything
 * fails, nothing of it stays.
 * @throws Sentence if a setting cannot be used, or a statement fails
 */
export async function extract(given: Extract): Promise<void> {
  const { from, queries: folder, to, files = [], fetched = `${resolve(to)}.fetched`, baseUrl, print } = given;
  const queries = await readQueries(folder, dialectOf(from));
  const named = await filesOf(files, fetched);
  const source = await openSource(from);
  try {
    const taken = new Date().toISOString();
    for (const warning of await source.warnings()) print(warning);
    const bundle = await beginBundle(to);
    const notes = new Notes();
    const fileNames = named === null ? null : await createLineFile(bundle.namesPath);
    try {
      const written: Partial<Record<FileName, FileFacts>> = {};
      for (const query of queries)
        written[query.name] = await writeRows({
          source,
          query,
          path: bundle.linesPath(query.name),
          notes,
          fileNames,
          print,
        });
      await fileNames?.end();
      // No transaction waits while files are copied.
      await source.close();
      if (named !== null) await copyNamed(bundle, named, to, print);
      const listed = Object.entries(written).map(([name, facts]) => ({ name, ...facts }));
      const manifest = { format: 1, taken, complete: true, ...(baseUrl && { base_url: baseUrl }), files: listed };
      await bundle.finish(
        manifest,
        queries.map(({ name }) => name),
      );
      for (const line of notes.lines()) print(line);
      if (existsSync(fetched)) print(`${fetched} keeps what was fetched, for the next extract (--fetched).`);
      printMissing(queries, print);
    } catch (error) {
      await fileNames?.abandon();
      await bundle.discard();
      throw error;
    }
  } finally {
    await source.close();
  }
}

async function copyNamed(bundle: UnfinishedBundle, from: FileSource, to: string, print: (line: string) => void) {
  const path = `${resolve(to)}.files-left.txt`;
  await rm(path, { force: true });
  const list = await createLineFile(path);
  let printed = 0;
  const { copied, left } = await copyFiles(from, bundle.filesPath, bundle.namesPath, (name, reason) => {
    if (printed++ < mostPrinted) print(`${name}: ${reason}.`);
    return list.add(`${name}\t${reason}`);
  }).finally(() => list.end());
  if (left === 0) await rm(path);
  print(`files: ${copied} copied, ${left} not copied${left === 0 ? '' : `; ${path} lists them`}.`);
}

function printMissing(queries: readonly Query[], print: (line: string) => void): void {
  const missing = fileNames.filter((name) => !queries.some((query) => query.name === name));
  if (missing.length > 0) print(`There was no statement for ${missing.join(', ')}.`);
}
