import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Failure } from '../../errors.ts';
import { decompressed, endDecompression, notDecompressed } from './body-coding.ts';
import type { BodyCoding } from './body-coding.ts';
import { acquireMemory } from './pooled-memory.ts';
import type { PooledBody } from './pooled-memory.ts';
import { letBodyCome } from './expect-continue.ts';
import { watchPace } from './pace.ts';
import { SpoolFile } from './spool-file.ts';
import { declareBound } from '../bounds.ts';
import { senderOf, sharesOf } from '@runners/limits';
import type { Caller } from '@runners/limits';
import { makeGate } from '../gates.ts';

export type { PooledBody } from './pooled-memory.ts';

/**
 * Bodies up to this number of bytes, such as an hour of points, are received in memory. Larger ones, and all bodies when
 * there are many, are received in files.
 */
const mostInMemory = 256 * 1024;
/** Bodies above this number of bytes are read from pooled memory, which is used again. */
const mostUnpooled = 64 * 1024;
const bound = declareBound(import.meta.url, {
  name: 'small_bodies',
  holds: 'bodies of up to 256 KiB that arrive, and of up to 64 KiB that are being processed',
  limit: 32 * 1024 * 1024,
  unit: 'bytes',
  share: sharesOf(32 * 1024 * 1024, 8 * 1024 * 1024),
  beyond: 'Further bodies are stored in files, like larger ones.',
});
const smallBodies = makeGate({ atOnce: bound.limit, shares: bound.share });
bound.watch(() => smallBodies.running());

/** A charge that must be paid before more than this number of bytes of a body are read. */
interface Toll {
  over: number;
  /** @throws Failure; the rest of the body is then not read */
  pay(): Promise<void>;
}

/**
 * Receives a body. A large one is received in a file without a name, and is read into pooled memory when it is complete
 * and memory is free.
 * @param most the largest accepted number of bytes, as they arrive and decompressed
 * @param coding in which it is compressed; everything else concerns the decompressed bytes
 * @throws Failure TOO_LARGE: because of the announced length, or as soon as there are more than `most` bytes; MALFORMED
 * when it is incomplete or does not decompress; BODY_TOO_SLOW; BUSY when there is no memory or disk space for it; the errors of the toll
 */
export async function receiveBody(
  request: IncomingMessage,
  most: number,
  toll?: Toll,
  coding?: BodyCoding,
): Promise<PooledBody> {
  const announced = checkLength(request, most);
  if (request.destroyed) throw incomplete();
  const owed = toll && announced > toll.over ? void (await toll.pay()) : toll;
  letBodyCome(request);
  const arrived = coding ? null : arrivedBody(request, Math.min(most, mostUnpooled, owed?.over ?? mostUnpooled));
  if (arrived) return arrived;
  const gathering = new Gathering(senderOf(request), most, owed);
  try {
    await consume(request, coding, (chunk) => gathering.take(chunk));
    return gathering.small() ?? (await gathering.large(() => request.socket.destroyed));
  } finally {
    const ending = gathering.end();
    if (ending) await ending;
  }
}

/**
 * A small body that has arrived as a whole, mostly together with the headers of its request. It is read at once, because the events of a
 * stream take longer than the rest of what is done for it. Null for other bodies, and when small bodies are many.
 * @param most the largest number of bytes that it may have
 */
function arrivedBody(request: IncomingMessage, most: number): PooledBody | null {
  const { complete, readableFlowing, readableLength: length } = request;
  if (!complete || readableFlowing !== null || length === 0 || length > most) return null;
  const release = smallBodies.tryTake(senderOf(request), length);
  return release && { bytes: request.read() as Buffer, release };
}

/** The announced length; 0 without one. @throws Failure TOO_LARGE */
export function checkLength(request: IncomingMessage, most: number): number {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > most) throw tooLarge(most);
  return announced;
}

/** A body that is being received: in memory while it is small, then in a file. */
class Gathering {
  readonly #caller: Caller;
  readonly #most: number;
  #owed: Toll | undefined;
  #chunks: Buffer[] = [];
  /** What releases the memory of the chunks. */
  #inMemory: (() => void)[] = [];
  #length = 0;
  #file: SpoolFile | null = null;

  constructor(caller: Caller, most: number, owed: Toll | undefined) {
    this.#caller = caller;
    this.#most = most;
    this.#owed = owed;
  }

  /** Takes a chunk. Returns a promise when the next one has to wait. */
  take(chunk: Buffer): Promise<void> | undefined {
    this.#length += chunk.length;
    if (this.#length > this.#most) throw tooLarge(this.#most);
    const owed = this.#owed && this.#length > this.#owed.over;
    if (owed || this.#file || this.#length > mostInMemory) return this.#spool(chunk);
    const release = smallBodies.tryTake(this.#caller, chunk.length);
    if (!release) return this.#spool(chunk);
    this.#inMemory.push(release);
    this.#chunks.push(chunk);
    return undefined;
  }

  async #spool(chunk: Buffer): Promise<void> {
    if (this.#owed && this.#length > this.#owed.over) {
      const { pay } = this.#owed;
      this.#owed = undefined;
      await pay();
    }
    this.#file ??= await SpoolFile.open(this.#caller);
    const chunks = this.#chunks.splice(0);
    for (const one of chunks) await this.#file.append(one);
    this.#leaveMemory();
    await this.#file.append(chunk);
  }

  /** The complete body if it is small. It counts as memory in use until it is released. */
  small(): PooledBody | null {
    if (this.#file || this.#length > mostUnpooled) return null;
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks, this.#length);
    const taken = this.#inMemory.splice(0);
    return { bytes, release: () => void taken.splice(0).forEach((release) => release()) };
  }

  /** The complete body in pooled memory, once that is free. */
  async large(isGone: () => boolean): Promise<PooledBody> {
    const pooled = await acquireMemory(this.#caller, this.#length);
    try {
      if (isGone()) throw incomplete();
      if (this.#file) await this.#file.readInto(pooled.bytes);
      else this.#copyInto(pooled.bytes);
      return pooled;
    } catch (error) {
      pooled.release();
      throw error;
    }
  }

  #copyInto(memory: Buffer): void {
    let at = 0;
    for (const chunk of this.#chunks) at += chunk.copy(memory, at);
  }

  /** Releases everything that is still held. */
  end(): Promise<void> | undefined {
    this.#leaveMemory();
    return this.#file?.[Symbol.asyncDispose]();
  }

  #leaveMemory(): void {
    for (const release of this.#inMemory.splice(0)) release();
  }
}

/**
 * Passes on each chunk of a body, one after the other, decompressed. The connection stays open after a refusal, for the
 * answer.
 */
function consume(
  request: IncomingMessage,
  coding: BodyCoding | undefined,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let busy = false;
    let ended = false;
    let settled = false;
    let failed: Error | undefined;
    const stream = coding && decompressed(request, coding);
    const source: Readable = stream ?? request;
    const fail = (error: unknown) => {
      settle();
      request.pause();
      failed ??= error as Error;
      // This waits for the chunk, because its file is closed next.
      if (!busy) reject(failed);
    };
    const finish = async (taking: Promise<void>) => {
      busy = true;
      source.pause();
      await taking.catch(fail);
      busy = false;
      if (failed) reject(failed);
      else if (ended) resolve();
      else source.resume();
    };
    const data = (chunk: Buffer) => {
      if (settled) return;
      if (!stream) pace.count(chunk.length);
      try {
        const taking = take(chunk);
        if (taking) void finish(taking);
      } catch (error) {
        fail(error);
      }
    };
    const end = () => {
      settle();
      ended = true;
      if (!busy) resolve();
    };
    // A request that has arrived is closed, possibly before all of it is decompressed.
    const aborted = () => void (settled || (stream && request.complete) || fail(incomplete()));
    const pace = watchPace(request, Number(request.headers['content-length'] ?? 0), () =>
      fail(new Failure('BODY_TOO_SLOW')),
    );
    // The listeners are not removed, because removing four of them takes longer than a small body.
    const settle = () => {
      settled = true;
      pace.end();
      if (stream) endDecompression(request, stream);
    };
    source.on('data', data).on('end', end);
    request.on('error', aborted).on('close', aborted);
    if (!coding) return;
    request.on('data', (chunk: Buffer) => pace.count(chunk.length));
    source.on('error', (error) => void (settled || fail(notDecompressed(error, coding))));
  });
}

function incomplete(): Failure {
  return new Failure('MALFORMED', 'The body was cut off.');
}

function tooLarge(most: number): Failure {
  return new Failure('TOO_LARGE', `The body is too large: at most ${most} bytes are accepted here.`);
}
