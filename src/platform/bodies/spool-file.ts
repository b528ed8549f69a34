import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageFull } from '../../errors.ts';
import { declareBound } from '../bounds.ts';
import type { Caller } from '@runners/limits';
import { makeGate } from '../gates.ts';

const mebibyte = 1024 * 1024;
const bound = declareBound(import.meta.url, {
  name: 'spool_files',
  holds: 'bodies that are stored in unnamed files in `TMPDIR`',
  limit: 2048 * mebibyte,
  unit: 'bytes',
  share: { person: 256 * mebibyte, address: 512 * mebibyte, network: 1024 * mebibyte },
  beyond: 'The request is answered with BUSY (503 with `Retry-After`).',
});

const gate = makeGate({ atOnce: bound.limit, shares: bound.share, refusal: 'BUSY' });
bound.watch(() => gate.running());

/**
 * A file in which a body is received. It has no name, so nothing of it remains however the process ends. It must be
 * disposed of when nothing reads it any more.
 */
export class SpoolFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #caller: Caller;
  readonly #taken: (() => void)[] = [];
  #length = 0;

  private constructor(file: FileHandle, caller: Caller) {
    this.#file = file;
    this.#caller = caller;
  }

  /** @throws an error of the operating system, from which `failureOf` makes STORAGE_FULL when the disk is full */
  static async open(caller: Caller): Promise<SpoolFile> {
    const path = join(tmpdir(), `body-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new SpoolFile(file, caller);
  }

  /**
   * @throws Failure BUSY when there are too many bytes in such files, in total or of this caller, STORAGE_FULL; an error of the operating system
   */
  async append(bytes: Buffer): Promise<void> {
    this.#taken.push(gate.mustTake(this.#caller, bytes.length));
    const at = this.#length;
    this.#length += bytes.length;
    const { bytesWritten } = await this.#file.write(bytes, 0, bytes.length, at);
    // A disk that becomes full accepts only part of the bytes.
    if (bytesWritten < bytes.length) throw storageFull();
  }

  /** Reads the whole file to the start of the buffer. */
  async readInto(memory: Buffer): Promise<void> {
    for (let at = 0; at < this.#length;) {
      const { bytesRead } = await this.#file.read(memory, at, this.#length - at, at);
      if (bytesRead === 0) throw new Error('a body that was received is shorter when it is read');
      at += bytesRead;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const release of this.#taken) release();
    await this.#file.close();
  }
}
