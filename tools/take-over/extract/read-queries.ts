import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sentence } from '../../../src/platform/sentence.ts';
import { fileNames } from '../bundle/field.ts';
import type { FileName } from '../bundle/field.ts';
import { checkedStatement } from './statement.ts';
import type { Dialect } from './sql-words.ts';

/** The statement that makes a file of the bundle. */
export interface Query {
  name: FileName;
  /** The name of the file that has the statement, like `users.sql`. */
  file: string;
  statement: string;
}

/**
 * Reads the statements of a folder, in the order of the files of a bundle. Files without the ending `.sql` are left alone.
 * @throws Sentence if there is none, if a name is not that of a file of a bundle, or if a file has anything but one SELECT
 */
export async function readQueries(folder: string, dialect: Dialect): Promise<Query[]> {
  const entries = await readdir(folder).catch((error: unknown) => {
    throw new Sentence(`--queries: ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  });
  const files = entries.filter((entry) => entry.endsWith('.sql')).sort();
  const known = fileNames.map((name) => `${name}.sql`);
  const unknown = files.find((file) => !known.includes(file));
  if (unknown !== undefined)
    throw new Sentence(`--queries: a bundle has no file for ${unknown}; the names are ${known.join(', ')}`);
  if (files.length === 0) throw new Sentence(`--queries: there is no .sql file in ${folder}`);
  const queries: Query[] = [];
  for (const name of fileNames) {
    const file = `${name}.sql`;
    if (!files.includes(file)) continue;
    const statement = checkedStatement(file, await readFile(join(folder, file), 'utf8'), dialect);
    queries.push({ name, file, statement });
  }
  return queries;
}
