import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { create } from 'tar';
import { ZipFile } from 'yazl';
import type { Found } from '../bundle/read-records.ts';
import { checkBundle } from '../check/check-bundle.ts';
import type { CheckOptions, CheckResult } from '../check/check-bundle.ts';
import type { FileName } from '../bundle/field.ts';
import { fileEntries } from '../bundle/files.ts';
import { openBundle } from '../bundle/open.ts';
import { exampleOf } from '../bundle/schema.ts';
import { makeGpx } from '../../../test/support/gpx-maker.ts';

type Json = Record<string, unknown>;

/** The records of a bundle, by file. */
export type Records = Record<FileName, Json[]>;

/** Somebody of whom nothing is known but what must be. */
export const person = (id: number): Json => ({
  id,
  username: `runner_${id}`,
  email: `runner${id}@example.com`,
  first_name: '',
  last_name: '',
  date_joined: '2012-03-01 08:00:00',
});

/** The examples of the page, and the further people to whom they refer. */
export function exampleRecords(): Records {
  const records = Object.fromEntries(fileEntries.map(([name, { fields }]) => [name, [exampleOf(fields)]])) as Records;
  records.users.push(person(34), person(56));
  return records;
}

/** The files that the examples name. */
const named = ['files/faces/12.jpg', 'files/gpx/71.gpx', 'files/pictures/91.jpg'];

export const manifest = { format: 1, taken: '2026-01-31T22:00:00Z' };

/** Writes a bundle of which all files can be read. */
export async function writeReadableBundle(folder: string, records: Partial<Records>): Promise<string> {
  await writeBundle(folder, records);
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  for (const name of named) {
    const points = { points: 60, start: '2014-05-06T06:30:00Z' };
    await writeFile(join(folder, name), name.endsWith('.gpx') ? makeGpx(points) : picture);
  }
  return folder;
}

/** Writes a bundle into a new folder. */
export async function writeBundle(
  folder: string,
  records: Partial<Record<string, readonly unknown[]>>,
  { gzip = false, says = manifest as unknown } = {},
): Promise<string> {
  for (const name of named) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name);
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(says));
  for (const [name, lines = []] of Object.entries(records)) {
    const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    await writeFile(join(folder, `${name}.jsonl${gzip ? '.gz' : ''}`), gzip ? gzipSync(text) : text);
  }
  return folder;
}

/** Packs a folder: all in it, or the folder itself. */
export async function zipOf(folder: string, to: string, prefix = ''): Promise<string> {
  const zip = new ZipFile();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(path, prefix + path.slice(folder.length + 1));
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
  return to;
}

export async function tarOf(folder: string, to: string, gzip = false): Promise<string> {
  await create({ file: to, cwd: folder, gzip, portable: true }, ['.']);
  return to;
}

/** What the check of a bundle finds. */
export async function checked(
  path: string,
  temporary?: string,
  options: CheckOptions = { isQuick: true },
): Promise<{ result: CheckResult; found: Found[] }> {
  const found: Found[] = [];
  const bundle = await openBundle(path, temporary);
  try {
    return { result: await checkBundle(bundle, (one) => void found.push(one), options), found };
  } finally {
    await bundle.close();
  }
}
