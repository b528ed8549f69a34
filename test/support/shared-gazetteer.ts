import { makeGazetteer } from '../../src/platform/places/gazetteer.ts';
import type { Gazetteer } from '../../src/platform/places/gazetteer.ts';

const held = globalThis as { sharedGazetteer?: Gazetteer };

/** The gazetteer of all test files that a process runs. Reading the towns takes a second of CPU time, and closing it leaves it open. */
export function sharedGazetteer(): Gazetteer {
  return (held.sharedGazetteer ??= { ...makeGazetteer(), close: async () => {} });
}
