import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { AnyRecord } from '../bundle/files.ts';
import type { Bundle } from '../bundle/open.ts';

/** The fields of records that name a file of the bundle. */
const naming = ['image', 'file', 'gpx'] as const;

/** The bytes of the beginning and of the end of a file by which it is recognized: to read all pictures again would take hours. */
const looked = 4096;

/**
 * What tells the files that a record names from others under the same names, as a text; empty without any: sizes, and digests of
 * their beginnings and ends. A file may be replaced between two bundles.
 */
export async function attachmentsOf(record: AnyRecord, bundle: Bundle): Promise<string> {
  const named = record as Readonly<Partial<Record<(typeof naming)[number], unknown>>>;
  let marks = '';
  for (const field of naming) {
    const path = named[field];
    if (typeof path === 'string' && bundle.hasFile(path)) marks += ` ${await markOf(bundle.pathOf(path))}`;
  }
  return marks;
}

async function markOf(path: string): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  const parts = Buffer.alloc(2 * looked);
  await file.read(parts, 0, looked, 0);
  await file.read(parts, looked, looked, Math.max(0, size - looked));
  return `${size} ${hash('sha256', parts)}`;
}
