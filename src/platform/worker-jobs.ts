import { threadId } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { failureOf } from '../errors.ts';
import type { Failure } from '../errors.ts';
import { forceGc } from './force-gc.ts';
import type { WorkerJob } from './worker-pool.ts';

/** An answer, and its memory that is transferred between threads instead of copied. */
export type JobAnswer<Answer> = [answer: Answer, memory?: ArrayBuffer[]];

/** What a worker answers in place of a failure, whose class is lost between threads. */
export interface Refusal {
  refusal: Pick<Failure, 'code' | 'message' | 'details'>;
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refusal' in answer;
}

/** The size in bytes of a document after which garbage is collected. */
const large = 2 * 1024 * 1024;

/**
 * Makes the default export of a worker of a WorkerPool, which processes documents one after the other. It needs a
 * multiple of the memory of the document, which is released before the next one. A failure that is thrown is that of `WorkerPool.run`.
 */
export function answerJobs<Details>(
  answerTo: (bytes: Buffer, details: Details) => JobAnswer<object | null>,
): (job: WorkerJob<Details>) => unknown {
  return (job) => {
    const { bytes, begun } = job;
    const { user, system } = process.threadCpuUsage();
    begun.set([threadId, (user + system) / 1000]);
    const { length } = bytes;
    const [answer, memory] = refusing(() => answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, length), job));
    // No other object references the memory, so it is released immediately, without waiting for a collection.
    bytes.buffer.transfer(0);
    if (length > large) setImmediate(() => forceGc({ type: 'major', flavor: 'last-resort', execution: 'sync' }));
    return answer && memory ? handedOver(answer, memory) : answer;
  };
}

function refusing(work: () => JobAnswer<object | null>): JobAnswer<object | null> {
  try {
    return work();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { code, message, details } = failure;
    return [{ refusal: { code, message, details } } satisfies Refusal];
  }
}

/** The answer, with its memory transferred. */
function handedOver(answer: object, memory: ArrayBuffer[]): unknown {
  return move({
    get [transferableSymbol]() {
      return memory;
    },
    get [valueSymbol]() {
      return answer;
    },
  });
}
