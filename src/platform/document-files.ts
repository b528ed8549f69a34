import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config.ts';

/** A document of DOCUMENTS_PATH. */
export interface DocumentFile {
  /** The id in a manifest. Undefined for a file that is a document. */
  id: string | undefined;
  text: string;
  file: string;
}

/** The manifests of graphql-codegen and Relay, of Apollo, and of Relay as a list. */
const manifest = z.union([
  z.object({
    format: z.literal('apollo-persisted-query-manifest'),
    operations: z.array(z.object({ id: z.string(), body: z.string() })),
  }),
  z.array(z.tuple([z.string(), z.string()])),
  z.record(z.string(), z.string()),
]);

/**
 * Reads the documents of a file or folder. A folder is read with its subfolders, and files with other endings are ignored.
 * @throws ConfigError that names the file and what is wrong with it
 */
export async function readDocumentFiles(path: string): Promise<DocumentFile[]> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? await readdir(path, { recursive: true }) : [''];
    const files = names.filter((name) => !isFolder || /\.(graphql|gql|json)$/i.test(name)).sort();
    const read = await Promise.all(files.map((name) => readOne(isFolder ? join(path, name) : path)));
    return read.flat();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`DOCUMENTS_PATH: ${(error as Error).message}`);
  }
}

async function readOne(file: string): Promise<DocumentFile[]> {
  const content = await readFile(file, 'utf8');
  if (!/\.json$/i.test(file)) return [{ id: undefined, text: content, file }];
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new ConfigError(`DOCUMENTS_PATH: ${file} is not JSON`);
  }
  const parsed = manifest.safeParse(value);
  if (!parsed.success)
    throw new ConfigError(`DOCUMENTS_PATH: ${file} is no manifest of documents of graphql-codegen, Apollo or Relay`);
  return entriesOf(parsed.data).map(([id, text]) => ({ id, text, file }));
}

function entriesOf(read: z.infer<typeof manifest>): [id: string, text: string][] {
  if (Array.isArray(read)) return read;
  if (typeof read['operations'] !== 'object') return Object.entries(read as Record<string, string>);
  return read['operations'].map(({ id, body }) => [id, body]);
}
