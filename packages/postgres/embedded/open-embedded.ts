import { chmodSync, mkdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { columnParsers } from '../connection/column-parsers.ts';
import { baseline, embeddedFolder } from './folder-lock.ts';
import type { Given } from '../interface/given.ts';

/** A file system of the embedded database. */
export type DatabaseFiles = NonNullable<PGliteOptions['fs']>;

/**
 * Opens the embedded PostgreSQL. Only one process at a time may open a folder.
 * @param extensions of PostgreSQL that it has
 * @param image files to start from, instead of those in `dataDir`
 */
export async function openEmbedded(
  dataDir: string,
  extensions: Given['extensions'],
  image?: DatabaseFiles,
): Promise<PGlite> {
  // Once V8 runs, the first option no longer implies the others.
  for (const flag of baseline) setFlagsFromString(flag);
  const { PGlite } = await import('@electric-sql/pglite');
  const folder = embeddedFolder(dataDir);
  if (folder !== 'memory://') closeToOthers(folder);
  return PGlite.create({
    ...(image ? { fs: image } : { dataDir: folder }),
    extensions,
    parsers: columnParsers,
    // postgresql.conf may have fewer, from when the database was made.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=128MB'],
  });
}

/**
 * The folder contains password hashes and messages, so other users of the machine may not read it, as PostgreSQL
 * requires.
 */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}
