import { extentOf, isSameRun, measureTrack, recordedSensors, sensorKinds, valueOf } from '@runners/recordings';
import type { Activity, RecordingFormat, SensorName, Track } from '@runners/recordings';

/** A run of the list, as one file of it has it. */
export interface Run {
  /** Repository and path. */
  name: string;
  format: RecordingFormat;
  track: Track;
  /** Null for GPX, which has no laps. */
  activity: Activity | null;
}

/** The part of the compared values that has to be equal: programs smooth what a sensor sent, or write it a second late. */
const mostly = 0.95;
/** The units by which values may differ, which formats round. */
const steps: Readonly<Record<SensorName, number>> = { heartRate: 1, cadence: 1, power: 1, temperature: 1, speed: 0.1 };
/** Seconds and meters by which laps may differ, which TCX rounds to whole seconds. */
const ofLaps = { seconds: 1.5, meters: 1 };
/** How many moments have to be there for a comparison. */
const fewest = 20;

/** Runs that are there in two formats, with the one in FIT first. */
export function pairsOf(runs: readonly Run[]): [Run, Run][] {
  const timed = runs.flatMap((run) => {
    const extent = extentOf(run.track);
    return extent ? [{ run, ...extent }] : [];
  });
  timed.sort((one, other) => one.firstMs - other.firstMs);
  return timed.flatMap((one, i) => {
    const pairs: [Run, Run][] = [];
    for (const other of timed.slice(i + 1)) {
      if (other.firstMs > one.lastMs) break;
      if (one.run.format === other.run.format || !isSameRun(one.run.track, other.run.track)) continue;
      pairs.push(one.run.format === 'fit' ? [one.run, other.run] : [other.run, one.run]);
    }
    return pairs;
  });
}

/** The parts in which two files of a run differ, in words. */
export function unequalParts(one: Run, other: Run): string[] {
  return [...sensorsApart(one.track, other.track), ...lapsApart(one, other), ...pausesApart(one.track, other.track)];
}

function sensorsApart(one: Track, other: Track): string[] {
  if (!one.sensors || !other.sensors) return [];
  const at = new Map(Array.from(other.time, (time, i) => [Math.round(time / 1000), i]));
  const theirs = recordedSensors(other.sensors);
  return recordedSensors(one.sensors).flatMap((name) => {
    if (!theirs.includes(name)) return [];
    let [compared, equal] = [0, 0];
    for (const [i, time] of one.time.entries()) {
      const values = [one.sensors![name]![i]!, other.sensors![name]![at.get(Math.round(time / 1000)) ?? -1] ?? NaN];
      const [mine, theirOwn] = values.map((value) => valueOf(name, value) ?? NaN) as [number, number];
      if (Number.isNaN(mine) || Number.isNaN(theirOwn)) continue;
      compared++;
      if (Math.abs(mine - theirOwn) <= steps[name] + 0.5 / sensorKinds[name].steps) equal++;
    }
    return compared < fewest || equal >= mostly * compared ? [] : [`${name}: ${equal} of ${compared} values are equal`];
  });
}

function lapsApart({ activity: one }: Run, { activity: other }: Run): string[] {
  if (!one?.laps.length || !other?.laps.length) return [];
  if (one.laps.length !== other.laps.length) return [`laps: ${one.laps.length} and ${other.laps.length}`];
  const apart = one.laps.filter((lap, i) => {
    const { durationInSeconds: seconds, distanceInMeters: meters } = other.laps[i]!;
    return (
      Math.abs((lap.durationInSeconds ?? NaN) - (seconds ?? NaN)) > ofLaps.seconds ||
      Math.abs((lap.distanceInMeters ?? NaN) - (meters ?? NaN)) > ofLaps.meters
    );
  });
  return apart.length === 0 ? [] : [`laps: ${apart.length} of ${one.laps.length} have other figures`];
}

/** Pauses are compared where both programs wrote some: those of GPX mostly write none. */
function pausesApart(one: Track, other: Track): string[] {
  if (one.segmentStarts.length < 2 || other.segmentStarts.length < 2) return [];
  const [mine, theirs] = [one, other].map((track) => measureTrack(track).durationInSeconds ?? 0) as [number, number];
  return Math.abs(mine - theirs) <= 1 ? [] : [`seconds without pauses: ${mine} and ${theirs}`];
}
