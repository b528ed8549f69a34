import type { FaultStage } from './fault-stage.ts';

/** Something that goes wrong, while the service is used. */
export interface Fault {
  name: string;
  /** What this machine lacks to try it, as a sentence; null if nothing. */
  lacks?(): Promise<string | null>;
  /** Before the load begins. */
  prepare?(stage: FaultStage): Promise<void>;
  /** Causes it and mends it, while the load runs. What it returns is printed. */
  run(stage: FaultStage): Promise<string | void>;
  /** After the audit. */
  restore?(stage: FaultStage): Promise<void>;
  /** Whether processes are killed that may just have handed a mail over: the same mail may then come twice (D267). */
  kills?: boolean;
}
