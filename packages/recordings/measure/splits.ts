import { measurePath } from './distance.ts';
import type { MeasuredPath } from './distance.ts';
import { climbProfile, climbSteps } from './elevation.ts';
import { hundredths, WeightedMean, weightsOf } from './sensor-figures.ts';
import { NO_VALUE } from '../track/sensors.ts';
import { timelineOf } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import { pointCount } from '../track/track.ts';
import type { Track } from '../track/track.ts';

/** A last part of a run that is shorter than this, in meters, belongs to the split before: its own pace would say nothing. */
const SHORTEST = 1;

/** One kilometer or mile of a run, or what remains at its end. */
export interface Split {
  /** Meters of this split: the whole unit, except for the last one, so that all together are the distance. */
  distanceInMeters: number;
  /** Seconds without pauses, which all together are the duration; null if the points have no times. */
  durationInSeconds: number | null;
  /** Seconds for a whole unit at the speed of this split; null without times. */
  paceInSeconds: number | null;
  /** Meters climbed, as they are counted for the whole run (decisions R7). */
  elevationGainInMeters: number;
  /** Beats a minute, as averaged over the whole run; null if none was recorded in this split. */
  averageHeartRate: number | null;
}

/**
 * Divides a run into splits of `unit` meters along its measured distance. The time at the end of a
 * split is interpolated between the points around it. The climb and the heart rate of a point belong to the split in
 * which the point is. Null if there are more than `most`: the distance of a few points that are far apart has no limit.
 */
export function splitsOf(track: Track, unit: number, most: number): Split[] | null {
  const path = measurePath(track);
  const timeline = timelineOf(path);
  const total = path.meters.at(-1) ?? 0;
  const whole = Math.floor((total + 0.005) / unit);
  const count = total - whole * unit >= SHORTEST ? whole + 1 : whole;
  if (count > most) return null;
  const ends = Array.from({ length: count }, (_, i) => (i === count - 1 ? total : (i + 1) * unit));
  const times = timesAt(path, timeline, ends);
  const climbs = new Float64Array(count);
  const beats = Array.from({ length: count }, () => new WeightedMean());
  sumUp(path, timeline, unit, climbs, beats);
  return ends.map((end, i) => {
    const meters = end - i * unit;
    const seconds = times === null ? null : (times[i]! - (times[i - 1] ?? 0)) / 1000;
    const beat = beats[i]!.value;
    return {
      distanceInMeters: hundredths(meters),
      durationInSeconds: seconds === null ? null : hundredths(seconds),
      paceInSeconds: seconds === null ? null : hundredths((seconds * unit) / meters),
      elevationGainInMeters: hundredths(climbs[i]!),
      averageHeartRate: beat === null ? null : hundredths(beat),
    };
  });
}

/** Adds the climb and the heart rates of each point to those of its split. */
function sumUp(
  path: MeasuredPath,
  timeline: Timeline,
  unit: number,
  climbs: Float64Array,
  beats: readonly WeightedMean[],
): void {
  if (beats.length === 0) return;
  const { track, meters } = path;
  const climbed = climbSteps(climbProfile(path));
  const weights = weightsOf(timeline, pointCount(track));
  const heartRate = track.sensors?.heartRate;
  for (let i = 0; i < meters.length; i++) {
    // A point at the end of a split belongs to it, since its values stand for the way to it.
    const split = Math.min(beats.length - 1, Math.max(0, Math.ceil(meters[i]! / unit - 1e-9) - 1));
    climbs[split]! += climbed[i]!;
    const value = heartRate?.[i] ?? NO_VALUE;
    if (value !== NO_VALUE) beats[split]!.add(value, weights[i]!);
  }
}

/** Moving milliseconds at these distances, which increase; null if fewer than two points have a time. */
function timesAt(path: MeasuredPath, { shared: ms, points }: Timeline, distances: readonly number[]): number[] | null {
  if (ms.length < 2) return null;
  const metersAt = (moment: number) => path.meters[points[moment]!]!;
  let moment = 0;
  return distances.map((distance, i) => {
    // The run ends with its last moment, also if the runner stood there for a while.
    if (i === distances.length - 1) return ms.at(-1)!;
    while (moment < ms.length - 1 && metersAt(moment) < distance) moment++;
    if (moment === 0) return ms[0]!;
    const before = metersAt(moment - 1);
    const part = Math.min(1, (distance - before) / (metersAt(moment) - before));
    return ms[moment - 1]! + (ms[moment]! - ms[moment - 1]!) * part;
  });
}
