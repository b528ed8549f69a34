import type { Stage } from './stage.ts';

/** One way to harm the service or its people. */
export interface Attack {
  name: string;
  /**
   * Makes what the attack needs (recordings, posts); it is not measured.
   * @param from an address that is the attack's own
   */
  prepare?(stage: Stage, from: string): Promise<void>;
  /** Attacks; resolves with what came of it, for the report. @throws Error when something was read or done that must not be */
  run(stage: Stage, from: string): Promise<string>;
}

/** The statuses of answers, as text. */
export function counted(statuses: Record<string, number>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'cut' : status}`)
    .join(', ');
}
