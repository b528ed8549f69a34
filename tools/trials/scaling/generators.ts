import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Round } from '../bench/http-load.ts';
import { rate } from './rate.ts';
import type { Rate } from './rate.ts';
import type { Load } from './generator.ts';

/** Uploads differ by the second of their date: each thread has its own range of seconds. */
const apart = 1_000_000;
let begun = 0;

/** Threads that send requests to a server; a single one is too slow for several processes of the service. */
export class Generators {
  readonly #threads: Worker[];

  /** @param connections of all threads together */
  constructor(load: Omit<Load, 'first' | 'connections'>, connections: number, workers: number) {
    const count = Math.max(1, Math.min(workers, Math.floor(availableParallelism() / 2)));
    this.#threads = Array.from(
      { length: count },
      () =>
        new Worker(new URL('./generator.js', import.meta.url), {
          workerData: { ...load, first: begun++ * apart, connections: Math.ceil(connections / count) } satisfies Load,
        }),
    );
  }

  /** Sends requests for some seconds. @throws Error on any refusal */
  async fire(seconds: number): Promise<Rate> {
    const rounds = await Promise.all(
      this.#threads.map(async (thread) => {
        const answer = once(thread, 'message') as Promise<[Round]>;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.postMessage(seconds);
        return (await answer)[0];
      }),
    );
    return rate(rounds);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}
