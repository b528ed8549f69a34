import { WorkerFailed, WorkerPool } from '../../platform/worker-pool.ts';
import type { WorkerPoolOptions } from '../../platform/worker-pool.ts';
import type { GpxDocument, GpxLimits } from './gpx-document.ts';
import { TooManyPoints } from './gpx-too-many-points.ts';
import type { GpxAnswer } from './gpx-worker-messages.ts';
import { MalformedBody } from '../../platform/bodies/malformed-body.ts';

/** A few threads that read GPX documents (gpx-worker.ts). */
export class GpxWorkerPool {
  readonly #pool: WorkerPool<GpxLimits, GpxAnswer>;

  constructor(options: WorkerPoolOptions) {
    this.#pool = new WorkerPool(options);
  }

  /**
   * Reads a document in a worker.
   * @throws MalformedBody, TooManyPoints, WorkerFailed (as the promise's rejection)
   */
  async run(bytes: Buffer, limits: GpxLimits): Promise<GpxDocument> {
    const answer = await this.#pool.run(bytes, limits);
    if ('document' in answer) return answer.document;
    throw refusal(answer.refused, answer.message, limits);
  }

  /** Ends the workers. Documents that are not read yet are rejected with WorkerFailed. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function refusal(kind: 'malformed' | 'too-many-points' | 'failed', message: string, limits: GpxLimits): Error {
  if (kind === 'malformed') return new MalformedBody(message);
  return kind === 'too-many-points' ? new TooManyPoints(limits.maxPoints) : new WorkerFailed(message);
}
