import { FairGate } from '../../platform/fair-gate.ts';
import { StreamPlaces } from '../../platform/stream-places.ts';

/** What a process does at once of the things that take much of it, shared fairly between persons. */
export interface Capacity {
  /** Statements and other work of tens of milliseconds or more (`schema/execution/field-costs.ts` has what was measured). */
  readonly expensive: FairGate;
  /** Documents that cost much (`schema/execution/limits.ts`): what they read is held until they are answered. */
  readonly documents: FairGate;
  /** Workouts that are uploaded, from reading their points to storing them. */
  readonly uploads: FairGate;
  /** Maps that are drawn. */
  readonly maps: FairGate;
  /** Readers of tracks that are streamed: each holds one track, up to 7 MB, for as long as it reads. */
  readonly streams: StreamPlaces;
}

/** @param connections of the database, of which expensive work takes at most half: ordinary requests find one free */
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
