import { bestEfforts, evenPaceEfforts } from './best-efforts.ts';
import { distanceInMeters, measurePath } from './distance.ts';
import { durationInSeconds } from './duration.ts';
import { climbProfile, elevationGainInMeters } from './elevation.ts';
import { withoutLeftOut } from '../track/left-out.ts';
import { encodedPolyline } from './polyline.ts';
import type { BestEfforts } from './race-distances.ts';
import { sensorFigures, weightsOf } from './sensor-figures.ts';
import type { SensorFigures } from './sensor-figures.ts';
import { timelineOf } from './timeline.ts';
import { pointCount } from '../track/track.ts';
import type { Track } from '../track/track.ts';

/** The measurements that are computed from the points of a workout. */
export interface Measurements {
  /** Meters (decisions R5), not rounded. */
  readonly distanceInMeters: number;
  /** Whole seconds (decisions R6), or null if the track does not have two times and no duration was given. */
  readonly durationInSeconds: number | null;
  /** Meters (decisions R7), not rounded. */
  readonly elevationGainInMeters: number;
  /** Whole seconds or null for each race distance (decisions R8). */
  readonly bestEfforts: BestEfforts;
  /** Encoded polyline, '' without points (decisions R10). */
  readonly polyline: string;
  /** Null without sensors. */
  readonly sensors: SensorFigures | null;
}

/**
 * Measures a track. For a track without two different times (a GPX route sent to PATCH, decisions W16 and R4) the given
 * duration, in seconds, and best times at an even pace are used. For a track with times it is ignored.
 */
export function measureTrack(track: Track, durationGiven?: number): Measurements {
  const path = measurePath(track);
  const timeline = timelineOf(path);
  const isTimed = timeline.ms.length > 1;
  const distance = distanceInMeters(path);
  return {
    distanceInMeters: distance,
    durationInSeconds: isTimed ? durationInSeconds(timeline) : (durationGiven ?? null),
    elevationGainInMeters: elevationGainInMeters(climbProfile(path)),
    bestEfforts: isTimed ? bestEfforts(timeline) : evenPaceEfforts(distance, durationGiven ?? 0),
    polyline: encodedPolyline(withoutLeftOut(track, path.leftOut)),
    sensors: track.sensors ? sensorFigures(track.sensors, weightsOf(timeline, pointCount(track))) : null,
  };
}
