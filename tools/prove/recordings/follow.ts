import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '../../translate/exchange.ts';
import { Sentence } from '../../../src/platform/sentence.ts';
import { longestLine } from '../../take-over/bundle/read-lines.ts';
import { exchangeOfLine } from './line-exchange.ts';

/** Milliseconds between two looks, and the number of bytes that are read at once. */
const [lookMs, readBytes] = [250, 4 * 2 ** 20];

/**
 * Reads the lines that are added to a file of JSON lines, until the process is told to stop. A file that was replaced is read from its
 * beginning. A line that is not as the format says is left out.
 * @throws Sentence for a line that is too long
 */
export async function* followed(path: string): AsyncGenerator<Recorded> {
  const name = basename(path);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let at = (await stat(path)).size;
  let line = Buffer.alloc(0);
  while (!stop.signal.aborted) {
    const { size } = await stat(path);
    if (size < at) [at, line] = [0, Buffer.alloc(0)];
    if (size === at) {
      await pause(lookMs, null, { signal: stop.signal }).catch(() => {});
      continue;
    }
    const bytes = await bytesAt(path, at, Math.min(size - at, readBytes));
    at += bytes.length;
    line = Buffer.concat([line, bytes]);
    for (let end = line.indexOf('\n'); end >= 0; end = line.indexOf('\n')) {
      const one = line.subarray(0, end);
      line = line.subarray(end + 1);
      if (one.length > 1) yield exchangeIn(one, `${name}, before byte ${at}`);
    }
    if (line.length > longestLine) throw new Sentence(`${name} has a line that is longer than ${longestLine} bytes.`);
  }
}

function exchangeIn(line: Buffer, source: string): Recorded {
  try {
    return exchangeOfLine(JSON.parse(line.toString('utf8')), source);
  } catch (error) {
    return { source, why: (error as Error).message };
  }
}

async function bytesAt(path: string, at: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
