import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Failure } from '../errors.ts';

/** Large bodies of a process that are in memory at once; the others wait in files, or on the wire. */
const inMemory = pLimit(4);
/**
 * The memory they lie in, used again and again: of megabytes that are thrown away V8 lets a gigabyte gather before it
 * collects them.
 */
const free: Buffer[] = [];

/** A body in memory that is lent: who has it releases it when nothing reads it any more. */
export interface LentBody {
  bytes: Buffer;
  release(): void;
}

/**
 * Receives a large body. It gathers in a file that has no name, however slowly it comes, and is read into memory when it
 * is whole and there is room.
 * @throws Failure TOO_LARGE as soon as there are more than `most` bytes, MALFORMED when it is cut off
 */
export async function receiveLargeBody(request: IncomingMessage, most: number): Promise<LentBody> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most);
  await using file = await namelessFile();
  const length = await gather(request, file, most);
  const { bytes, release } = await lend(most);
  try {
    if (request.socket.destroyed) throw cutOff();
    for (let at = 0; at < length;) {
      const { bytesRead } = await file.read(bytes, at, length - at, at);
      if (bytesRead === 0) throw new Error('a body that was received is shorter when it is read');
      at += bytesRead;
    }
    return { bytes: bytes.subarray(0, length), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Memory of this size, once there is room. */
async function lend(size: number): Promise<LentBody> {
  const lent = Promise.withResolvers<Buffer>();
  const returned = Promise.withResolvers<void>();
  void inMemory(() => {
    const known = free.findIndex((one) => one.length >= size);
    lent.resolve(free.splice(known, known < 0 ? 0 : 1)[0] ?? Buffer.allocUnsafeSlow(size));
    return returned.promise;
  });
  const bytes = await lent.promise;
  let isLent = true;
  const release = () => {
    if (isLent) free.push(bytes);
    isLent = false;
    returned.resolve();
  };
  return { bytes, release };
}

async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function gather(request: IncomingMessage, file: FileHandle, most: number): Promise<number> {
  let length = 0;
  try {
    // The connection must outlive a refusal, to carry the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      if (length + bytes.length > most) throw tooLarge(most);
      await file.write(bytes, 0, bytes.length, length);
      length += bytes.length;
    }
  } catch (error) {
    throw request.destroyed && !request.complete ? cutOff() : error;
  }
  return length;
}

/** Lets a client that is still sending finish (some read no answer before), but not for long. */
export function drain(request: IncomingMessage): void {
  const cut = setTimeout(() => request.destroy(), 5_000);
  cut.unref();
  request.on('end', () => clearTimeout(cut));
  request.on('close', () => clearTimeout(cut));
  request.resume();
}

function cutOff(): Failure {
  return new Failure('MALFORMED', 'The body was cut off.');
}

function tooLarge(most: number): Failure {
  return new Failure('TOO_LARGE', `The body is too large: at most ${most} bytes are accepted here.`);
}
