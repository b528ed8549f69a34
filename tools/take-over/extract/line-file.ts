import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Sentence } from '../../../src/platform/sentence.ts';

/** The number of characters that are written at a time. */
const together = 262_144;

/** What the manifest says of a file. */
export interface FileFacts {
  /** The number of lines. */
  rows: number;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
}

/** A file of lines that is being written. */
export interface LineFile {
  /** Adds a line. Wait for it, so that no more is in memory than is written at a time. */
  add(line: string): Promise<void> | void;
  /** The number of bytes written so far. */
  bytes(): number;
  rows(): number;
  /** Writes what is left, waits until it is on the disk, and closes the file. */
  end(): Promise<FileFacts>;
  /** Closes the file, whatever is in it, also one that was ended. */
  abandon(): Promise<void>;
}

/** Creates a file of lines; none of that name may be there. */
export async function createLineFile(path: string): Promise<LineFile> {
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  let [waiting, rows, bytes] = ['', 0, 0];
  async function write(): Promise<void> {
    const chunk = Buffer.from(waiting);
    waiting = '';
    hash.update(chunk);
    bytes += chunk.length;
    await file.appendFile(chunk).catch((error: unknown) => {
      throw new Sentence(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    });
  }
  return {
    add(line) {
      waiting += `${line}\n`;
      rows++;
      return waiting.length < together ? undefined : write();
    },
    bytes: () => bytes,
    rows: () => rows,
    async end() {
      await write();
      await file.sync();
      await file.close();
      return { rows, sha256: hash.digest('hex') };
    },
    abandon: () => file.close(),
  };
}
