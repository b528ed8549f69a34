import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { Failure } from '../errors.ts';
import { declareBound } from './bounds.ts';
import { fromEachInTurn } from '@runners/limits';
import type { Caller, Gate } from '@runners/limits';
import { makeGate } from './gates.ts';
import { isRefusal } from './worker-jobs.ts';
import type { Refusal } from './worker-jobs.ts';

/** Thrown when the worker of a document crashed or ran out of memory. It is answered with 500, since the document may not be the cause. */
export class WorkerFailed extends Error {}

/**
 * The message to a worker: the bytes of a document, which are transferred, and the options of its reader. The worker writes into
 * `begun` which thread it is, and the milliseconds of processor time that the thread has used before.
 */
export type WorkerJob<Details> = Details & { bytes: Uint8Array<ArrayBuffer>; begun: Float64Array };

/** The settings of a pool. Tests change them. */
export interface WorkerPoolOptions {
  /** The largest number of workers: by default two, and one where there are two processors. Each is started when there is work for it. */
  size?: number;
  /** Milliseconds of processor time that a document may take in a worker. */
  cpuMs: number;
  /** The compiled module of the worker, whose default export is made by `answerJobs`. */
  script: URL;
}

const bound = declareBound(import.meta.url, {
  name: 'worker_documents',
  holds: 'documents and tracks that are read in a thread or wait for one; each kind is read by at most two threads',
  limit: 'limited by `body_memory`, where they are stored',
  unit: 'documents',
  share: 'That of `body_memory`.',
  beyond: 'The bodies wait, and are answered with BUSY (503 with `Retry-After`) when that takes too long.',
});

/**
 * Milliseconds that a document waits for its turn, and then for its result. They end because the machine is busy, since a worker
 * ranks below requests: a document that is itself at fault has used up its processor time long before. Tests shorten them.
 */
export const workerPatience = { turn: 60_000, result: 60_000 };
/** Seconds after which a document may be sent again that was given up because the machine is busy. */
const retryAfter = 5;
const tooMuch = 'This takes more time to read than any document may.';

let documentsRead = 0;
/** The number of documents that threads were given. */
export const workerGauge = {
  name: 'runners_worker_documents_total',
  help: 'Bodies, tracks and forms that were read or measured in a thread.',
  type: 'counter',
  read: () => documentsRead,
} as const;

/** Documents with more bytes than this are read one at a time in all pools together, because each takes 200 MB. */
const largeBytes = 4 * 1024 * 1024;
const oneLarge = gateOf(1);

/** The caller of documents that the service reads of its own accord, or whose number another gate bounds. */
const nobody: Caller = { person: 'nobody', address: 'nobody' };

/** Takes this many documents at a time. How many wait is bounded where their bytes are stored. */
function gateOf(atOnce: number): Gate {
  return makeGate({
    ...fromEachInTurn(atOnce),
    get patience() {
      return workerPatience.turn;
    },
    refusal: 'BUSY',
  });
}

/**
 * The size of a worker's young generation. Without it a worker has that of the process (`npm start`), which is 96 MB for the
 * many small objects of requests; the reader of a document has few of them.
 */
const youngMegabytes = 24;

/**
 * How much lower than requests the system ranks workers (`nice`, on Linux), so that who waits for a small answer is not kept
 * waiting by another's large document. The gazetteer's thread has it as well.
 */
export const workerNiceness = 10;

/** Milliseconds after which an idle worker ends, which releases its memory of up to a hundred megabytes. */
const patience = 5000;

type Threads<Details, Answer> = Piscina<WorkerJob<Details>, Answer | Refusal>;

const started = new Set<{ close(): Promise<void> }>();

/** Ends the workers of all pools. */
export async function closeWorkers(): Promise<void> {
  await Promise.all([...started].map((pool) => pool.close()));
}

/** The milliseconds of processor time that a document has taken in its thread; 0 before it is there and when it has left. */
async function cpuSince({ threads }: Pick<Piscina, 'threads'>, [threadId, before = 0]: Float64Array): Promise<number> {
  const used = await threads
    .find((one) => one.threadId === threadId)
    ?.cpuUsage()
    .catch(() => undefined);
  return used ? (used.user + used.system) / 1000 - before : 0;
}

/**
 * A few threads that each read one document at a time, while the others wait and are taken from each caller in turn. The number of waiting documents is
 * bounded by the memory for bodies (`src/platform/bodies/receive-body.ts`).
 */
export class WorkerPool<Details extends object, Answer> {
  #threads: Threads<Details, Answer> | null = null;
  readonly #slots: Gate;
  readonly #options: Required<WorkerPoolOptions>;
  /** Aborts the documents that are being read. */
  readonly #jobs = new Set<AbortController>();

  constructor({ size = Math.min(2, Math.max(1, availableParallelism() - 1)), ...options }: WorkerPoolOptions) {
    this.#options = { size, ...options };
    bound.watch(() => this.#slots.running() + this.#slots.waiting());
    // Documents wait here and not in Piscina, so that their time starts, and their bytes are copied, when a worker is
    // free.
    this.#slots = gateOf(size);
  }

  #started(): Threads<Details, Answer> {
    const { size, script } = this.#options;
    const threads: Threads<Details, Answer> = new Piscina({
      filename: script.href,
      minThreads: 0,
      maxThreads: size,
      idleTimeout: patience,
      atomics: 'disabled',
      recordTiming: false,
      execArgv: [],
      niceIncrement: workerNiceness,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: youngMegabytes },
    });
    // A worker can fail before it has a document, for example because its script does not load.
    threads.on('error', (error) => this.#end(`failed: ${String(error)}`));
    started.add(this);
    return threads;
  }

  /**
   * Reads a document in a worker, when it is its caller's turn. Its bytes are copied when a worker is free.
   * @throws WorkerFailed; Failure BUSY when the machine is too busy, TOO_LARGE when the document has used up its processor time, and
   * what the worker refuses
   */
  run(bytes: Buffer, details: Details, caller: Caller = nobody): Promise<Answer> {
    const threads = (this.#threads ??= this.#started());
    const inTurn = () => this.#slots.run(caller, () => this.#run(threads, bytes, details));
    return bytes.length > largeBytes ? oneLarge.run(caller, inTurn) : inTurn();
  }

  async #run(threads: Threads<Details, Answer>, bytes: Buffer, details: Details): Promise<Answer> {
    if (threads !== this.#threads) throw new WorkerFailed('the workers are closed');
    documentsRead++;
    const begun = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
    const job: WorkerJob<Details> = { ...details, bytes: new Uint8Array(bytes), begun };
    const ending = new AbortController();
    const { signal } = ending;
    const giveUp = () => ending.abort(new Failure('BUSY', undefined, { retryAfter }));
    const late = setTimeout(giveUp, workerPatience.result).unref();
    const look = async () => {
      if ((await cpuSince(threads, begun)) >= this.#options.cpuMs) ending.abort(new Failure('TOO_LARGE', tooMuch));
    };
    const looks = setInterval(() => void look(), this.#options.cpuMs / 4).unref();
    this.#jobs.add(ending);
    try {
      const answer = await threads.run(job, { transferList: [job.bytes.buffer], signal });
      if (!isRefusal(answer)) return answer;
      const { code, message, details: about } = answer.refusal;
      throw new Failure(code, message, about);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw signal.aborted ? signal.reason : new WorkerFailed(`the worker failed: ${String(error)}`, { cause: error });
    } finally {
      clearTimeout(late);
      clearInterval(looks);
      this.#jobs.delete(ending);
    }
  }

  /** Ends the workers, which start again when they are needed. Documents that are not read yet are rejected with WorkerFailed. */
  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = null;
    started.delete(this);
    this.#end('was closed');
    await threads?.destroy();
  }

  #end(reason: string): void {
    for (const job of this.#jobs) job.abort(new WorkerFailed(`the worker ${reason}`));
  }
}
