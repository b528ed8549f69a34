import { move, transferableSymbol, valueSymbol } from 'piscina';
import { collect } from './collect.ts';
import type { WorkerJob } from './worker-pool.ts';

/** An answer, and the memory in it that is handed over between threads instead of copied. */
export type JobAnswer<Answer> = [answer: Answer, memory?: ArrayBuffer[]];

/** Bytes of a document that is worth a collection afterwards. */
const large = 2 * 1024 * 1024;

/**
 * What a worker of a WorkerPool exports: it answers documents, one after the other. Its memory is a multiple of the
 * document's, and is given back before the next one comes.
 */
export function answerJobs<Details>(
  answerTo: (bytes: Buffer, details: Details) => JobAnswer<object>,
): (job: WorkerJob<Details>) => unknown {
  return (job) => {
    const { bytes } = job;
    const { length } = bytes;
    const [answer, memory] = answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, length), job);
    // Nobody else has it: it goes at once, without waiting for a collection.
    bytes.buffer.transfer(0);
    if (length > large) setImmediate(() => collect({ type: 'major', flavor: 'last-resort', execution: 'sync' }));
    return memory ? handedOver(answer, memory) : answer;
  };
}

/** The answer, with its memory handed over. */
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
