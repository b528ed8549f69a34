import { collectOutside } from '../collect.ts';
import { ByteSemaphore } from './byte-semaphore.ts';

const mebibyte = 1024 * 1024;

/** Bytes of large bodies that are in memory at once; the others wait in files, or on the wire. */
const most = 48 * mebibyte;
/** Milliseconds that a body waits for room. */
const patience = 120_000;
const room = new ByteSemaphore(most, patience);
/** Sizes are this many bytes, twice that, and so on: so that they fit again. */
const smallest = 128 * 1024;
/** Bytes of a body that is worth a small collection when it is done with. */
const large = 4 * mebibyte;

/**
 * Memory that is used again and again: of megabytes that are thrown away V8 lets a gigabyte gather before it collects
 * them. What nobody has used for a while is forgotten.
 */
const idle: Buffer[] = [];
/** Milliseconds until then. */
const idleTime = 10_000;
let forgetting: NodeJS.Timeout | undefined;

/** A body in memory that is lent: who has it releases it when nothing reads it any more. */
export interface PooledBody {
  bytes: Buffer;
  release(): void;
}

/** Memory for so many bytes, once there is room. @throws Failure BUSY when that takes too long */
export async function acquireMemory(length: number): Promise<PooledBody> {
  const size = Math.max(smallest, 2 ** Math.ceil(Math.log2(length)));
  await room.take(size);
  const known = idle.findIndex((one) => one.length === size);
  const [memory = Buffer.allocUnsafeSlow(size)] = known < 0 ? [] : idle.splice(known, 1);
  let isInUse = true;
  const release = () => {
    if (!isInUse) return;
    isInUse = false;
    keep(memory);
    room.give(size);
    // What was made of a large body (a track, a file) is garbage now, too.
    if (size >= large) setImmediate(collectOutside);
  };
  return { bytes: memory.subarray(0, length), release };
}

function keep(memory: Buffer): void {
  idle.push(memory);
  // As many bytes as may be lent: of other sizes there may be more than that.
  let bytes = 0;
  for (let i = idle.length - 1; i >= 0; i--) {
    bytes += idle[i]?.length ?? 0;
    if (bytes > most) idle.splice(i, 1);
  }
  clearTimeout(forgetting);
  forgetting = setTimeout(() => idle.splice(0), idleTime).unref();
}
