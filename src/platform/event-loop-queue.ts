import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';

/**
 * Makes a function whose calls resolve one after the other, each in another turn of the event loop. Long work that
 * awaits it between its parts does not block the process, however much of such work there is at the same time.
 * @param round resolves when the next turn may begin; by default in the next iteration of the event loop
 */
export function makeEventLoopQueue(round: () => Promise<unknown> = () => setImmediate()): () => Promise<void> {
  const one = pLimit(1);
  return async () => {
    await one(round);
  };
}
