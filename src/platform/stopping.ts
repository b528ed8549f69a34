import type { Logger } from 'pino';
import { withTimeout } from './with-timeout.ts';

/** A step of stopping the service: its name, the milliseconds that it may take, and the function. */
type StopStep = readonly [what: string, ms: number, stop: () => Promise<unknown> | void];

/**
 * Runs the steps one after the other. A step that hangs or fails does not delay the next ones.
 * @throws Error that names the steps that were not finished
 */
export async function takeSteps(steps: readonly StopStep[], log: Pick<Logger, 'warn'>): Promise<void> {
  const unfinished: string[] = [];
  for (const [what, ms, stop] of steps) {
    try {
      await withTimeout(ms, what, Promise.resolve(stop()));
    } catch (error) {
      log.warn({ err: error }, `could not stop: ${what}`);
      unfinished.push(what);
    }
  }
  if (unfinished.length > 0) throw new Error(`could not be stopped cleanly: ${unfinished.join(', ')}`);
}
