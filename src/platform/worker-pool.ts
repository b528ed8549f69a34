import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** The worker that read a document crashed, ran out of memory or took too long: 500; the document isn't to blame for sure. */
export class WorkerFailed extends Error {}

/** What is sent to a worker: the bytes of a document, handed over, and what its reader needs besides. */
export type WorkerJob<Details> = Details & { bytes: Uint8Array<ArrayBuffer> };

/** Settings of a pool; tests change them. */
export interface WorkerPoolOptions {
  /** Names the threads. */
  name: string;
  /** Workers at most; each is started when there is work for it. */
  size: number;
  /** Milliseconds a document may take in a worker. */
  timeout: number;
  /** The module a worker runs. */
  script: URL;
}

/** Documents of more bytes than this are read one at a time, whatever pool they are for: each takes 200 MB meanwhile. */
const largeBytes = 4 * 1024 * 1024;
const oneLarge = pLimit(1);

interface Task<Details, Answer> {
  bytes: Buffer;
  details: Details;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Milliseconds after which an idle worker ends. */
const patience = 5000;

/** A few threads that read documents, one each at a time; the others wait in a queue. */
export class WorkerPool<Details extends object, Answer> {
  readonly #options: WorkerPoolOptions;
  readonly #idle: Worker[] = [];
  readonly #leaving = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Map<Worker, (failure: Error) => void>();
  readonly #queue: Task<Details, Answer>[] = [];
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Reads a document in a worker. Its bytes are copied, and only once a worker is free.
   * @throws WorkerFailed (as the promise's rejection)
   */
  run(bytes: Buffer, details: Details): Promise<Answer> {
    return bytes.length > largeBytes ? oneLarge(() => this.#run(bytes, details)) : this.#run(bytes, details);
  }

  #run(bytes: Buffer, details: Details): Promise<Answer> {
    if (this.#closed) return Promise.reject(new WorkerFailed('the workers are closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes, details, resolve, reject });
      this.#next();
    });
  }

  /** Ends the workers; documents not yet read are rejected with WorkerFailed. */
  async close(): Promise<void> {
    this.#closed = true;
    const failure = new WorkerFailed('the workers are closed');
    for (const task of this.#queue.splice(0)) task.reject(failure);
    const workers = [...this.#idle.splice(0), ...this.#busy.keys()];
    for (const fail of this.#busy.values()) fail(failure);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  /** Gives the first waiting document to a worker, if one is free or may be started. */
  #next(): void {
    if (this.#queue.length === 0) return;
    const worker = this.#called() ?? (this.#busy.size < this.#options.size ? this.#start() : null);
    if (worker === null) return;
    const task = this.#queue.shift();
    if (task !== undefined) this.#give(worker, task);
  }

  /** An idle worker that is to work again. */
  #called(): Worker | undefined {
    const worker = this.#idle.pop();
    if (worker) clearTimeout(this.#leaving.get(worker));
    return worker;
  }

  /** A worker that nobody needs for a while ends: what it holds, a hundred megabytes after a long run, is given back. */
  #rest(worker: Worker): void {
    this.#idle.push(worker);
    const leave = () => {
      this.#idle.splice(this.#idle.indexOf(worker), 1);
      void worker.terminate();
    };
    this.#leaving.set(worker, setTimeout(leave, patience).unref());
  }

  #start(): Worker {
    const worker = new Worker(this.#options.script, {
      execArgv: [],
      name: this.#options.name,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const lost = (what: string): void => {
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
      clearTimeout(this.#leaving.get(worker));
      this.#leaving.delete(worker);
      this.#busy.get(worker)?.(new WorkerFailed(`the worker ${what}`));
    };
    worker.on('error', (error) => lost(`failed: ${String(error)}`));
    worker.on('exit', (code) => lost(`ended with ${code}`));
    return worker;
  }

  #give(worker: Worker, task: Task<Details, Answer>): void {
    const settle = (): void => {
      clearTimeout(timer);
      worker.off('message', answered);
      this.#busy.delete(worker);
    };
    /** The worker is lost: the document fails and the next gets a new worker. */
    const fail = (failure: Error): void => {
      settle();
      void worker.terminate();
      task.reject(failure);
      this.#next();
    };
    const answered = (answer: Answer): void => {
      settle();
      // an idle worker doesn't keep the process alive
      worker.unref();
      this.#rest(worker);
      task.resolve(answer);
      this.#next();
    };
    const timer = setTimeout(() => fail(new WorkerFailed('the worker took too long')), this.#options.timeout);
    timer.unref();
    this.#busy.set(worker, fail);
    worker.on('message', answered);
    worker.ref();
    const job: WorkerJob<Details> = { ...task.details, bytes: new Uint8Array(task.bytes) };
    worker.postMessage(job, [job.bytes.buffer]);
  }
}
