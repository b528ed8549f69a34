import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Failure } from './errors.ts';

/** Large bodies of a process that are in memory at once; the others wait in files, or on the wire. */
const inMemory = pLimit(4);

/**
 * Receives a large body. It gathers in a file that has no name, however slowly it comes, and is read into memory when it is
 * whole and there is room; the room is free again when the response has been sent.
 * @throws Failure TOO_LARGE as soon as there are more than `most` bytes, MALFORMED when it is cut off
 */
export async function receiveLargeBody(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most);
  await using file = await namelessFile();
  const length = await gather(request, file, most);
  await room(response);
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at, at);
    if (bytesRead === 0) throw new Error('a body that was received is shorter when it is read');
    at += bytesRead;
  }
  return bytes;
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
    throw request.destroyed && !request.complete ? new Failure('MALFORMED', 'The body was cut off.') : error;
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

/** Resolves when there is room for one more body; it is taken until the response is closed. */
async function room(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    void inMemory(async () => {
      resolve();
      if (!response.closed) await once(response, 'close');
    });
  });
  if (response.closed) throw new Failure('MALFORMED', 'The client has gone.');
}

function tooLarge(most: number): Failure {
  return new Failure('TOO_LARGE', `The body is too large: at most ${most} bytes are accepted here.`);
}
