import { invalid } from '../../src/errors.ts';
import type { Track } from '@runners/recordings';
import { readPoints } from '../../src/domain/workouts/read-points.ts';
import { mostPointFaults } from '../scalars.ts';
import type { TrackPointInput } from './track-point.type.ts';

/** The largest number of points that can be sent as a list with types. Longer tracks are sent as the scalar `Track`. */
export const maxTypedPoints = 10_000;

/** The points of an input, sent in one of two ways. @throws Failure INVALID when both are given, or a point is not valid */
export function givenPoints(
  points: Track | null | undefined,
  trackPoints: TrackPointInput[] | null | undefined,
): Track | null {
  if (trackPoints == null) return points ?? null;
  if (points != null) throw invalid('trackPoints', 'cannot be combined with `points`', 'NOT_TOGETHER');
  return readPoints(trackPoints, { argument: 'trackPoints', sensors: true, most: mostPointFaults });
}
