import { collectOutside } from '../force-gc.ts';
import { declareBound } from '../bounds.ts';
import { sharesOf } from '@runners/limits';
import type { Caller } from '@runners/limits';
import { makeGate } from '../gates.ts';

const mebibyte = 1024 * 1024;

const bound = declareBound(import.meta.url, {
  name: 'body_memory',
  holds: 'bodies above 64 KiB that are being processed',
  limit: 48 * mebibyte,
  unit: 'bytes',
  share: sharesOf(48 * mebibyte, 32 * mebibyte),
  beyond:
    'Further bodies wait in files or at the client, for at most two minutes. After that, the request is answered with BUSY (503 with `Retry-After`).',
});
const heldIdle = declareBound(import.meta.url, {
  name: 'idle_body_memory',
  holds: 'unused memory that is kept for further bodies, for ten seconds',
  limit: 48 * mebibyte,
  unit: 'bytes',
  share: 'None: it is in use by nobody.',
  beyond: 'The memory is released immediately.',
});
/** Milliseconds that a body waits for memory. */
const patience = 120_000;
/** The bodies that wait; all of them are in files or memory, which are bounded. */
const mostWaiting = 4096;
const gate = makeGate({
  atOnce: bound.limit,
  shares: bound.share,
  waiting: { atMost: mostWaiting, shares: sharesOf(mostWaiting, mostWaiting / 8) },
  patience,
  refusal: 'BUSY',
});
bound.watch(() => gate.running());
/** Buffers have this size or a power of two times it, so that they can be used again. */
const smallest = 128 * 1024;
/** The size in bytes above which the release of a body starts a small garbage collection. */
const large = 4 * mebibyte;

/**
 * Buffers that are free to be used again, because V8 lets a gigabyte of garbage accumulate before it collects large
 * buffers. Buffers that are not used for a while are dropped.
 */
const idle: Buffer[] = [];
heldIdle.watch(() => idle.reduce((sum, { length }) => sum + length, 0));
/** Milliseconds until free buffers are dropped. */
const idleTime = 10_000;
let forgetting: NodeJS.Timeout | undefined;

/** A body in a pooled buffer. Its owner releases it when nothing reads it any more. */
export interface PooledBody {
  bytes: Buffer;
  release(): void;
}

/**
 * Acquires a buffer for this number of bytes, once the memory is free. @throws Failure BUSY when that takes too long
 */
export async function acquireMemory(caller: Caller, length: number): Promise<PooledBody> {
  const size = Math.max(smallest, 2 ** Math.ceil(Math.log2(length)));
  const give = await gate.take(caller, size);
  const known = idle.findIndex((one) => one.length === size);
  const [memory = Buffer.allocUnsafeSlow(size)] = known < 0 ? [] : idle.splice(known, 1);
  let isInUse = true;
  const release = () => {
    if (!isInUse) return;
    isInUse = false;
    keep(memory);
    give();
    // Objects that were made from a large body (a track, a file) are garbage now, too.
    if (size >= large) setImmediate(collectOutside);
  };
  return { bytes: memory.subarray(0, length), release };
}

function keep(memory: Buffer): void {
  idle.push(memory);
  // Free buffers are limited to the same number of bytes, because there may be buffers of several sizes.
  let bytes = 0;
  for (let i = idle.length - 1; i >= 0; i--) {
    bytes += idle[i]?.length ?? 0;
    if (bytes > heldIdle.limit) idle.splice(i, 1);
  }
  clearTimeout(forgetting);
  forgetting = setTimeout(() => idle.splice(0), idleTime).unref();
}
