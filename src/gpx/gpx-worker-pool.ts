import { Worker } from 'node:worker_threads';

import type { GpxDocument, GpxLimits } from './gpx-document.ts';
import { TooManyPoints } from './gpx-too-many-points.ts';
import type { GpxAnswer, GpxJob } from './gpx-worker-messages.ts';
import { MalformedBody } from './malformed-body.ts';

/** The worker that read a document crashed, ran out of memory or took too long: 500; the document isn't to blame for sure. */
export class GpxWorkerFailed extends Error {}

/** Settings of a pool; tests change them. */
export interface GpxWorkerPoolOptions {
  /** Workers at most; each is started when there is work for it. */
  size: number;
  /** Milliseconds a document may take in a worker. */
  timeout: number;
  /** The module a worker runs. */
  script: URL;
}

interface Task {
  bytes: Buffer;
  limits: GpxLimits;
  resolve(document: GpxDocument): void;
  reject(error: Error): void;
}

/** A few threads that read GPX documents, one each at a time; the others wait in a queue. */
export class GpxWorkerPool {
  readonly #options: GpxWorkerPoolOptions;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, (failure: Error) => void>();
  readonly #queue: Task[] = [];
  #closed = false;

  constructor(options: GpxWorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Reads a document in a worker. Its bytes are copied, and only once a worker is free.
   * @throws MalformedBody, TooManyPoints, GpxWorkerFailed (as the promise's rejection)
   */
  run(bytes: Buffer, limits: GpxLimits): Promise<GpxDocument> {
    if (this.#closed) return Promise.reject(new GpxWorkerFailed('the GPX workers are closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes, limits, resolve, reject });
      this.#next();
    });
  }

  /** Ends the workers; documents not yet read are rejected with GpxWorkerFailed. */
  async close(): Promise<void> {
    this.#closed = true;
    const failure = new GpxWorkerFailed('the GPX workers are closed');
    for (const task of this.#queue.splice(0)) task.reject(failure);
    const workers = [...this.#idle.splice(0), ...this.#busy.keys()];
    for (const fail of this.#busy.values()) fail(failure);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  /** Gives the first waiting document to a worker, if one is free or may be started. */
  #next(): void {
    if (this.#queue.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#busy.size < this.#options.size ? this.#start() : null);
    if (worker === null) return;
    const task = this.#queue.shift();
    if (task !== undefined) this.#give(worker, task);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.script, {
      execArgv: [],
      name: 'gpx',
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const lost = (what: string): void => {
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#busy.get(worker)?.(new GpxWorkerFailed(`the GPX worker ${what}`));
    };
    worker.on('error', (error) => lost(`failed: ${String(error)}`));
    worker.on('exit', (code) => lost(`ended with ${code}`));
    return worker;
  }

  #give(worker: Worker, task: Task): void {
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
    const answered = (answer: GpxAnswer): void => {
      settle();
      // an idle worker doesn't keep the process alive
      worker.unref();
      this.#idle.push(worker);
      if ('document' in answer) task.resolve(answer.document);
      else task.reject(refusal(answer.refused, answer.message, task.limits));
      this.#next();
    };
    const timer = setTimeout(() => fail(new GpxWorkerFailed('the GPX worker took too long')), this.#options.timeout);
    timer.unref();
    this.#busy.set(worker, fail);
    worker.on('message', answered);
    worker.ref();
    const job: GpxJob = { bytes: new Uint8Array(task.bytes), maxPoints: task.limits.maxPoints };
    worker.postMessage(job, [job.bytes.buffer]);
  }
}

function refusal(kind: 'malformed' | 'too-many-points' | 'failed', message: string, limits: GpxLimits): Error {
  if (kind === 'malformed') return new MalformedBody(message);
  return kind === 'too-many-points' ? new TooManyPoints(limits.maxPoints) : new GpxWorkerFailed(message);
}
