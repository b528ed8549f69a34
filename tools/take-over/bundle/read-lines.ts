import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MalformedBody, readJson } from '@runners/wire';
import { MAX_VALUES } from '../../../src/platform/bodies/max-values.ts';
import { mostInflated } from '../../../src/platform/archives/refused.ts';

/** The longest line in bytes. */
export const longestLine = 64 * 2 ** 20;

const lineEnd = 0x0a;

/** A line of a file: its record, or why it has none. */
export type Line = { line: number; record: unknown } | { line: number; fault: string };

/** What is known of a file once it was read to its end. */
export interface FileFacts {
  /** Lines that are not blank. */
  rows: number;
  /** The SHA-256 of the file as it is in the bundle, in hexadecimal digits. */
  sha256: string;
}

/**
 * Reads a file of records line by line; one that ends with `.gz` is inflated meanwhile. Blank lines are counted as lines and are
 * no records. A file that is damaged ends with a fault. It keeps no more in memory than a line.
 */
export async function* readLines(path: string): AsyncGenerator<Line, FileFacts, undefined> {
  const digest = createHash('sha256');
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  const digested = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      digest.update(chunk);
      yield chunk;
    }
  };
  const isPacked = path.endsWith('.gz');
  const bytes: AsyncIterable<Buffer> = isPacked
    ? pipeline(source, digested, createGunzip({ chunkSize: 256 * 1024 }), () => {})
    : digested(source);
  const most = isPacked ? mostInflated(statSync(path).size) : Infinity;
  const splitter = new LineSplitter();
  let line = 0;
  let rows = 0;
  const numbered = function* (raw: RawLine): Generator<Line> {
    line++;
    if (raw !== null && isBlank(raw)) return;
    rows++;
    yield raw === null ? { line, fault: `is longer than ${longestLine} bytes` } : recordOf(raw, line);
  };
  try {
    let inflated = 0;
    for await (const chunk of bytes) {
      inflated += chunk.length;
      if (inflated > most) throw new MalformedBody('inflates to more than a hundred times its size');
      for (const raw of splitter.split(chunk)) yield* numbered(raw);
    }
    const rest = splitter.rest();
    if (rest === null || rest.length > 0) yield* numbered(rest);
  } catch (error) {
    rows++;
    const isZlib = (error as { code?: string }).code?.startsWith('Z_') === true;
    if (!isZlib && !(error instanceof MalformedBody)) throw error;
    yield {
      line: line + 1,
      fault: isZlib ? 'is where the file is damaged, or ends too early' : (error as Error).message,
    };
  } finally {
    source.destroy();
  }
  return { rows, sha256: digest.digest('hex') };
}

/** The bytes of a line; null where it is too long. */
type RawLine = Buffer | null;

/** Divides bytes into lines. Of a line that is too long, nothing is kept. */
class LineSplitter {
  #kept = Buffer.alloc(0);
  #length = 0;
  #isTooLong = false;

  *split(chunk: Buffer): Generator<RawLine> {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const part = chunk.subarray(start, end);
      start = end + 1;
      if (this.#length === 0 && !this.#isTooLong) yield part;
      else {
        this.#keep(part);
        yield this.rest();
      }
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** What is kept of the line that has not ended; it is forgotten. */
  rest(): RawLine {
    const line = this.#isTooLong ? null : this.#kept.subarray(0, this.#length);
    // The memory of a long line is given back.
    if (this.#kept.length > 2 ** 20) this.#kept = Buffer.alloc(0);
    this.#length = 0;
    this.#isTooLong = false;
    return line;
  }

  #keep(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#isTooLong || length > longestLine) {
      this.#isTooLong = true;
      this.#kept = Buffer.alloc(0);
      this.#length = 0;
      return;
    }
    if (length > this.#kept.length) {
      const larger = Buffer.allocUnsafe(Math.min(longestLine, Math.max(2 * this.#kept.length, length, 4096)));
      this.#kept.copy(larger, 0, 0, this.#length);
      this.#kept = larger;
    }
    part.copy(this.#kept, this.#length);
    this.#length = length;
  }
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}

function recordOf(bytes: Buffer, line: number): Line {
  try {
    return { line, record: readJson(bytes, MAX_VALUES) };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    // What reads bodies of requests speaks of the body and of its first line.
    const said = error.message.replace(/^the (?:body|text|JSON) /, '').replace('line 1 column', 'at character');
    return { line, fault: said };
  }
}
