import type { FaultStage } from './fault-stage.ts';

/** A fault that occurs while the service is used. */
export interface Fault {
  name: string;
  /** A sentence about what is missing on this machine to test it, or null. */
  lacks?(): Promise<string | null>;
  /** Runs before the load begins. */
  prepare?(stage: FaultStage): Promise<void>;
  /** Causes and repairs the fault while the load runs. The returned text is printed. */
  run(stage: FaultStage): Promise<string | void>;
  /** Milliseconds within which every answer has to come, instead of ten seconds. */
  longestMs?: number;
  /** Runs after the audit. */
  restore?(stage: FaultStage): Promise<void>;
  /** Whether processes are killed that may be sending a mail, so that the same mail may arrive twice (D267). */
  kills?: boolean;
}
