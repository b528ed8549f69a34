import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { TooManyPoints } from '../gpx/too-many-points.ts';
import { isSinceSatellites } from '../measure/believable-times.ts';
import { measureTrack } from '../measure/measure.ts';
import { sensorNames } from '../track/sensors.ts';
import type { SensorName } from '../track/sensors.ts';
import { TrackBuilder } from '../track/track-builder.ts';
import { pointCount } from '../track/track.ts';
import type { Activity, Lap } from './activity.ts';

/** One moment of a recording: degrees, meters and Unix milliseconds; NaN for what was not recorded. */
export type Moment = { time: number; latitude: number; longitude: number; elevation: number; meters: number } & Record<
  SensorName,
  number
>;

/** The largest number of laps of an activity. Devices write hundreds at most. */
const MOST_LAPS = 10_000;

/** The largest number of activities in a file, with those of files that are chained to it, and of which nothing was recorded. */
const MOST_ACTIVITIES = 100;

/** @throws MalformedRecording when a file has too many activities */
export function checkActivities(count: number): void {
  if (count > MOST_ACTIVITIES) throw new MalformedRecording(`there are more than ${MOST_ACTIVITIES} activities`);
}

/** A moment at which nothing was recorded. */
export function emptyMoment(): Moment {
  return cleared({} as Moment);
}

/** The same moment, at which nothing is recorded any more. */
export function cleared(moment: Moment): Moment {
  moment.time = moment.latitude = moment.longitude = moment.elevation = moment.meters = NaN;
  for (const name of sensorNames) moment[name] = NaN;
  return moment;
}

/** How many moments may still be recorded, in all activities of a file together. */
export interface PointBudget {
  readonly most: number;
  left: number;
}

/** Collects what a device recorded of one activity. */
export class ActivityBuilder {
  sport: string | null = null;
  name: string | null = null;
  description: string | null = null;
  /** Unix milliseconds, or NaN. */
  start = NaN;
  /** What the device counted in all, or NaN: meters, and seconds without pauses. */
  meters = NaN;
  seconds = NaN;
  readonly laps: Lap[] = [];
  readonly #points = new TrackBuilder();
  readonly #moments = new TrackBuilder();
  #firstTime = NaN;
  #lastMeters = NaN;

  constructor(readonly budget: PointBudget) {}

  /** @throws TooManyPoints */
  add(moment: Moment): void {
    const { time, latitude, longitude, elevation, meters } = moment;
    if (!isSinceSatellites(this.#firstTime)) this.#firstTime = time;
    if (!Number.isNaN(meters)) this.#lastMeters = meters;
    const isSomewhere = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    const builder = isSomewhere ? this.#points : this.#moments;
    if (!isSomewhere && Number.isNaN(time)) return;
    if (this.budget.left-- === 0) throw new TooManyPoints(this.budget.most);
    for (const [sensor, name] of sensorNames.entries()) builder.sensors.note(sensor, moment[name]);
    if (isSomewhere) builder.addPoint(latitude, longitude, elevation, time);
    else builder.addPoint(0, 0, NaN, time);
  }

  /** Ends a segment of the track: what follows was recorded after a pause. */
  pause(): void {
    this.#points.addSegment();
    this.#moments.addSegment();
  }

  /** @throws MalformedRecording */
  addLap(start: number, seconds: number, meters: number): void {
    if (this.laps.length === MOST_LAPS) throw new MalformedRecording(`there are more than ${MOST_LAPS} laps`);
    this.laps.push({
      startMs: orNull(start),
      durationInSeconds: orNull(seconds),
      distanceInMeters: orNull(meters),
    });
  }

  /** Returns the activity, or null if nothing was recorded of it. */
  build(): Activity | null {
    const hasTrack = this.#points.pointCount > 1;
    const startMs = orNull(isSinceSatellites(this.start) ? this.start : this.#firstTime);
    const { sport, name, description, laps } = this;
    const described = { sport, name, description, startMs, laps };
    if (hasTrack) return { ...described, track: this.#points.build(), counted: null };
    const moments = this.#moments.build();
    const distanceInMeters = [this.meters, this.#sumOf('distanceInMeters'), this.#lastMeters].find((one) => one > 0);
    // Its positions are all the same, so that steps of more than a minute are pauses (decisions R6).
    const recorded = pointCount(moments) > 1 ? measureTrack(moments).durationInSeconds : null;
    const seconds = [this.seconds, this.#sumOf('durationInSeconds'), recorded ?? 0].find((one) => one > 0) ?? 0;
    if (distanceInMeters === undefined && seconds === 0) return null;
    const counted = { distanceInMeters: distanceInMeters ?? null, durationInSeconds: Math.floor(seconds), moments };
    return { ...described, track: new TrackBuilder().build(), counted };
  }

  #sumOf(what: 'durationInSeconds' | 'distanceInMeters'): number {
    return this.laps.reduce((sum, lap) => sum + (lap[what] ?? 0), 0);
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
