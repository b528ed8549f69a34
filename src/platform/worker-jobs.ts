import { parentPort } from 'node:worker_threads';
import { collect } from './collect.ts';
import type { WorkerJob } from './worker-pool.ts';

/** An answer, and the memory in it that is handed over between threads instead of copied. */
export type JobAnswer<Answer> = [answer: Answer, memory?: ArrayBuffer[]];

/** Bytes of a document that is worth a collection afterwards. */
const large = 2 * 1024 * 1024;

/**
 * Makes this thread a worker of a WorkerPool: it answers documents, one after the other. Its memory is a multiple of the
 * document's, and is given back before the next one comes.
 */
export function answerJobs<Details>(answerTo: (bytes: Buffer, details: Details) => JobAnswer<unknown>): void {
  parentPort?.on('message', (job: WorkerJob<Details>) => {
    const { bytes } = job;
    const { length } = bytes;
    const [answer, memory = []] = answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, length), job);
    // Nobody else has it: it goes at once, without waiting for a collection.
    bytes.buffer.transfer(0);
    parentPort?.postMessage(answer, memory);
    if (length > large) collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  });
}
