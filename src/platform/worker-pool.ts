import pLimit from 'p-limit';
import { Piscina } from 'piscina';

/** The worker that read a document crashed, ran out of memory or took too long: 500; the document isn't to blame for sure. */
export class WorkerFailed extends Error {}

/** What is sent to a worker: the bytes of a document, handed over, and what its reader needs besides. */
export type WorkerJob<Details> = Details & { bytes: Uint8Array<ArrayBuffer> };

/** Settings of a pool; tests change them. */
export interface WorkerPoolOptions {
  /** Workers at most; each is started when there is work for it. */
  size: number;
  /** Milliseconds a document may take in a worker. */
  timeout: number;
  /** The module a worker runs, compiled; its default export is made by `answerJobs`. */
  script: URL;
}

/** Documents of more bytes than this are read one at a time, whatever pool they are for: each takes 200 MB meanwhile. */
const largeBytes = 4 * 1024 * 1024;
const oneLarge = pLimit(1);

/** Milliseconds after which an idle worker ends: what it holds, a hundred megabytes after a long run, is given back. */
const patience = 5000;

/**
 * A few threads that read documents, one each at a time; the others wait. How many can wait is bounded by the room that bodies
 * have (`src/platform/bodies/receive-body.ts`).
 */
export class WorkerPool<Details extends object, Answer> {
  readonly #threads: Piscina<WorkerJob<Details>, Answer>;
  readonly #places: ReturnType<typeof pLimit>;
  readonly #timeout: number;
  /** Ends what is being read. */
  readonly #jobs = new Set<AbortController>();
  #closed = false;

  constructor({ size, timeout, script }: WorkerPoolOptions) {
    this.#timeout = timeout;
    // Waiting is done here and not in Piscina: the time of a document begins, and its bytes are copied, when a worker is free.
    this.#places = pLimit(size);
    this.#threads = new Piscina({
      filename: script.href,
      minThreads: 0,
      maxThreads: size,
      idleTimeout: patience,
      atomics: 'disabled',
      recordTiming: false,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // A worker that fails before it has a document, such as one whose script does not load.
    this.#threads.on('error', (error) => this.#end(`failed: ${String(error)}`));
  }

  /**
   * Reads a document in a worker. Its bytes are copied, and only once a worker is free.
   * @throws WorkerFailed (as the promise's rejection)
   */
  run(bytes: Buffer, details: Details): Promise<Answer> {
    const inTurn = () => this.#places(() => this.#run(bytes, details));
    return bytes.length > largeBytes ? oneLarge(inTurn) : inTurn();
  }

  async #run(bytes: Buffer, details: Details): Promise<Answer> {
    if (this.#closed) throw new WorkerFailed('the workers are closed');
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

  /** Ends the workers; documents not yet read are rejected with WorkerFailed. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#end('was closed');
    await this.#threads.destroy();
  }

  #end(reason: string): void {
    for (const job of this.#jobs) job.abort(reason);
  }
}
