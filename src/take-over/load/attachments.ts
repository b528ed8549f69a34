import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AnyRecord } from '../bundle/files.ts';
import type { Bundle } from '../bundle/open.ts';

/** The fields of records that name a file of the bundle. */
const naming = ['image', 'file', 'gpx'] as const;

/**
 * The digests of the files that a record names, as a text; empty without any. A file may be replaced under the same name between two
 * bundles.
 */
export async function attachmentsOf(record: AnyRecord, bundle: Bundle): Promise<string> {
  const named = record as Readonly<Partial<Record<(typeof naming)[number], unknown>>>;
  let digests = '';
  for (const field of naming) {
    const path = named[field];
    if (typeof path === 'string' && bundle.hasFile(path))
      digests += ` ${hash('sha256', await readFile(bundle.pathOf(path)))}`;
  }
  return digests;
}
