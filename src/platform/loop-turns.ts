import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';

/**
 * Makes turns of the event loop: each call resolves in a round of its own, in the order of calling. Long work that takes a
 * turn between its parts lets everything else of the process happen in between, however many do such work at once.
 * @param round resolves when the next turn may begin; default: in the next round
 */
export function makeTurns(round: () => Promise<unknown> = () => setImmediate()): () => Promise<void> {
  const one = pLimit(1);
  return async () => {
    await one(round);
  };
}
