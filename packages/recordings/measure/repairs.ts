import { measurePath } from './distance.ts';
import { climbProfile } from './elevation.ts';
import { leftOutAs } from '../track/left-out.ts';
import type { Track } from '../track/track.ts';

/** What is wrong with points of a recording (decisions P12), with what a client is told of it. */
export const repairKinds = {
  zero_coordinates: 'At latitude and longitude 0, far from all others: the receiver had no fix. They are left out.',
  outlier: 'Further away than anybody runs, and back: the receiver put them somewhere else. They are left out.',
  copied_segment: 'In a segment that repeats a part of another one. They count once.',
  wrong_time:
    'With a time that cannot be: before 1980, over 36 hours from the others, or out of order. It counts as missing.',
  clock_step: 'The first ones after the clock of the device was set back. The times from there on are moved.',
  elevation_noise: 'With an elevation that nobody climbs to so fast. It does not count as a climb.',
} as const;

/** One kind of wrong points. */
export type RepairKind = keyof typeof repairKinds;

/** What was wrong with a recording, and with how many of its points. */
export interface Repair {
  kind: RepairKind;
  points: number;
}

/** What is not counted when a track is measured (decisions P12), in the order of `repairKinds`; nothing of a clean one. */
export function repairsOf(track: Track): Repair[] {
  const path = measurePath(track);
  const counts = [0, 0, 0, 0];
  for (const reason of path.leftOut) counts[reason]!++;
  const points: Record<RepairKind, number> = {
    zero_coordinates: counts[leftOutAs.zero]!,
    outlier: counts[leftOutAs.outlier]!,
    copied_segment: counts[leftOutAs.copy]!,
    wrong_time: path.distrusted,
    clock_step: path.clockSteps.size,
    elevation_noise: climbProfile(path).noise,
  };
  const kinds = Object.keys(repairKinds) as RepairKind[];
  return kinds.map((kind) => ({ kind, points: points[kind] })).filter((repair) => repair.points > 0);
}
