import { FairGate } from '../../platform/fair-gate.ts';
import { StreamPlaces } from '../../platform/stream-places.ts';

/** How much expensive work a process does at the same time. Users take turns. */
export interface Capacity {
  /**
   * Statements and other work that takes tens of milliseconds or more (measured in `schema/execution/field-costs.ts`).
   */
  readonly expensive: FairGate;
  /** Expensive documents (`schema/execution/limits.ts`). What they read stays in memory until they are answered. */
  readonly documents: FairGate;
  /** Uploads of workouts, from reading the points to storing them. */
  readonly uploads: FairGate;
  /** Maps that are drawn. */
  readonly maps: FairGate;
  /** Readers of streamed tracks. Each of them holds one track of up to 7 MB in memory while it reads. */
  readonly streams: StreamPlaces;
}

/**
 * @param connections of the database. Expensive work uses at most half of them, so that ordinary requests find a free
 * one
 */
export function makeCapacity(connections: number): Capacity {
  return {
    expensive: new FairGate({
      atOnce: Math.max(2, Math.floor(connections / 2)),
      each: 2,
      waitingEach: 64,
      waiting: 1000,
    }),
    documents: new FairGate({ atOnce: 16, each: 2, waitingEach: 64, waiting: 4000 }),
    uploads: new FairGate({ atOnce: Math.max(4, connections), each: 4, waitingEach: 64, waiting: 1000 }),
    maps: new FairGate({ atOnce: 2, each: 2, waitingEach: 32, waiting: 256 }),
    streams: new StreamPlaces(4, 16),
  };
}
