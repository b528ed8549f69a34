import type { Logger } from 'pino';
import { within } from './within.ts';

/** Something to be done when the service stops: what it is, how many milliseconds it may take, and what does it. */
type StopStep = readonly [what: string, ms: number, stop: () => Promise<unknown> | void];

/**
 * Takes the steps one after the other. One that hangs or fails does not hold up those behind it.
 * @throws Error naming the steps that were not finished
 */
export async function takeSteps(steps: readonly StopStep[], log: Pick<Logger, 'warn'>): Promise<void> {
  const unfinished: string[] = [];
  for (const [what, ms, stop] of steps) {
    try {
      await within(ms, what, Promise.resolve(stop()));
    } catch (error) {
      log.warn({ err: error }, `could not stop: ${what}`);
      unfinished.push(what);
    }
  }
  if (unfinished.length > 0) throw new Error(`could not be stopped cleanly: ${unfinished.join(', ')}`);
}
