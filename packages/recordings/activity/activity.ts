import type { Sensors } from '../track/sensors.ts';
import type { Track } from '../track/track.ts';

/** A lap as the device counted it. */
export interface Lap {
  /** Unix milliseconds, or null where the file does not say it. */
  startMs: number | null;
  /** Seconds without pauses, or null. */
  durationInSeconds: number | null;
  /** Meters, or null. */
  distanceInMeters: number | null;
}

/**
 * One activity of a recording. Its pauses are the gaps between the segments of the track, in every format.
 */
export interface Activity {
  /** The points, with what sensors measured at them; without points if fewer than two positions were recorded. */
  track: Track;
  /** The word for the sport as the file has it, or null. */
  sport: string | null;
  name: string | null;
  description: string | null;
  /** When it began, in Unix milliseconds, as the file says it or as its first time; null without any. */
  startMs: number | null;
  laps: Lap[];
  /** What stands for the points of an activity that has none; null with points. */
  counted: Counted | null;
}

/** What a device counted without positions, as on a treadmill. */
export interface Counted {
  /** Meters, or null where it counted none. */
  distanceInMeters: number | null;
  /** Seconds without pauses. */
  durationInSeconds: number;
  /** The times of the recorded values of sensors, and the values: a track whose positions mean nothing. */
  moments: Track;
}

/** What sensors measured in an activity, with or without positions. */
export function sensorsOf({ track, counted }: Activity): Sensors | undefined {
  return (counted?.moments ?? track).sensors;
}
