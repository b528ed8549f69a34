import { Piscina } from 'piscina';
import { declareBound } from './bounds.ts';
import type { Caller } from './limits/caller.ts';
import { Gate } from './limits/gate.ts';

/**
 * Thrown when the worker of a document crashed, ran out of memory or took too long. It is answered with 500, since the
 * document may not be the cause.
 */
export class WorkerFailed extends Error {}

/** The message to a worker: the bytes of a document, which are transferred, and the options of its reader. */
export type WorkerJob<Details> = Details & { bytes: Uint8Array<ArrayBuffer> };

/** The settings of a pool. Tests change them. */
export interface WorkerPoolOptions {
  /** The largest number of workers. Each is started when there is work for it. */
  size: number;
  /** Milliseconds that a document may take in a worker. */
  timeout: number;
  /** The compiled module of the worker, whose default export is made by `answerJobs`. */
  script: URL;
}

const bound = declareBound(import.meta.url, {
  name: 'worker_documents',
  holds: 'documents and tracks that are read in a thread or wait for one; each kind is read by at most two threads',
  limit: 'limited by `body_memory`, where they are stored',
  unit: 'documents',
  share: 'That of `body_memory`.',
  beyond: 'The bodies wait.',
});

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

/** Takes this many documents at a time, from each caller in turn. How many wait is bounded where their bytes are stored. */
function gateOf(atOnce: number): Gate {
  const shares = { person: atOnce, address: atOnce, network: atOnce };
  const any = { person: Infinity, address: Infinity, network: Infinity };
  return new Gate({ atOnce, shares, waiting: { atMost: Infinity, shares: any } });
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

/**
 * A few threads that each read one document at a time, while the others wait and are taken from each caller in turn. The number of waiting documents is
 * bounded by the memory for bodies (`src/platform/bodies/receive-body.ts`).
 */
export class WorkerPool<Details extends object, Answer> {
  readonly #threads: Piscina<WorkerJob<Details>, Answer>;
  readonly #slots: Gate;
  readonly #timeout: number;
  /** Aborts the documents that are being read. */
  readonly #jobs = new Set<AbortController>();
  #closed = false;

  constructor({ size, timeout, script }: WorkerPoolOptions) {
    this.#timeout = timeout;
    bound.watch(() => this.#slots.running() + this.#slots.waiting());
    // Documents wait here and not in Piscina, so that their time starts, and their bytes are copied, when a worker is
    // free.
    this.#slots = gateOf(size);
    this.#threads = new Piscina({
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
    this.#threads.on('error', (error) => this.#end(`failed: ${String(error)}`));
  }

  /**
   * Reads a document in a worker, when it is its caller's turn. Its bytes are copied when a worker is free.
   * @throws WorkerFailed, as a rejection of the promise
   */
  run(bytes: Buffer, details: Details, caller: Caller = nobody): Promise<Answer> {
    const inTurn = () => this.#slots.run(caller, () => this.#run(bytes, details));
    return bytes.length > largeBytes ? oneLarge.run(caller, inTurn) : inTurn();
  }

  async #run(bytes: Buffer, details: Details): Promise<Answer> {
    if (this.#closed) throw new WorkerFailed('the workers are closed');
    documentsRead++;
    const job: WorkerJob<Details> = { ...details, bytes: new Uint8Array(bytes) };
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort('took too long'), this.#timeout).unref();
    this.#jobs.add(ending);
    try {
      return await this.#threads.run(job, { transferList: [job.bytes.buffer], signal: ending.signal });
    } catch (error) {
      throw new WorkerFailed(
        `the worker ${ending.signal.aborted ? String(ending.signal.reason) : `failed: ${String(error)}`}`,
      );
    } finally {
      clearTimeout(timer);
      this.#jobs.delete(ending);
    }
  }

  /** Ends the workers. Documents that are not read yet are rejected with WorkerFailed. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#end('was closed');
    await this.#threads.destroy();
  }

  #end(reason: string): void {
    for (const job of this.#jobs) job.abort(reason);
  }
}
