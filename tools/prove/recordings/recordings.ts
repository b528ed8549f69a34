import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Sentence } from '../../../src/platform/sentence.ts';
import { readLines } from '../../take-over/bundle/read-lines.ts';
import type { Recorded } from '../../translate/exchange.ts';
import { exchangeOfEntry } from '../../translate/har-entry.ts';
import { UnreadableCall } from '../../translate/rest-call.ts';
import { exchangeOfLine } from './line-exchange.ts';
import { splitHar } from './split-har.ts';

/** Files with these endings are recordings. Others in a folder are skipped. */
const recording = /\.(?:har|jsonl|ndjson)(?:\.gz)?$/i;
/** Bytes at the beginning of a file that show which format it has. */
const shown = 4096;

/**
 * The recordings that a path names: a file, or those of a folder in the order of their names.
 * @throws Sentence if there is none
 */
export async function recordingsAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new Sentence(`There is no ${path}.`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => recording.test(name)).sort();
  if (names.length === 0) throw new Sentence(`${path} has no files that end with .har, .jsonl or .ndjson.`);
  return names.map((name) => join(path, name));
}

/**
 * Reads a recording from its beginning to its end, and keeps no more than one exchange of it.
 * @throws Sentence that names the file and the line where it is broken
 */
export async function* recordedIn(path: string): AsyncGenerator<Recorded> {
  const name = basename(path);
  if (await isHar(path)) {
    for await (const { entry, bytes } of splitHar(bytesOf(path), name))
      yield readEntry(bytes, `${name}, entry ${entry}`);
    return;
  }
  for await (const line of readLines(path)) {
    const source = `${name}, line ${line.line}`;
    if ('fault' in line) throw new Sentence(`${source} ${line.fault}.`);
    yield exchangeOfLine(line.record, source);
  }
}

function readEntry(bytes: Buffer, source: string): Recorded {
  try {
    return exchangeOfEntry(bytes, source);
  } catch (error) {
    throw error instanceof UnreadableCall ? new Sentence(error.message) : error;
  }
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    // The stream keeps its error until it is read: one that is composed throws it past everybody if that is later.
    yield* (path.endsWith('.gz') ? pipeline(source, createGunzip(), () => {}) : source) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_') !== true) throw error;
    throw new Sentence(`${basename(path)} is damaged, or cut off: it cannot be inflated.`);
  }
}

/** Whether a file is a HAR file, by its name or its beginning. */
async function isHar(path: string): Promise<boolean> {
  if (/\.har(\.gz)?$/i.test(path)) return true;
  if (recording.test(path)) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(shown), 0, shown, 0);
    return /^\uFEFF?\s*\{[^}]*"log"\s*:/.test(buffer.subarray(0, bytesRead).toString('utf8'));
  } finally {
    await file.close();
  }
}
