import { coordinates, measureTrack, metersBetween, pointCount, TrackBuilder } from '@runners/recordings';
import type { Activity, Recording, Track } from '@runners/recordings';

/** What is compared of a file: what its points are, and what the service shows of them. */
export interface Figures {
  points: number;
  /** The way through all points, in meters, and the seconds from the first time to the last one: nothing is left out. */
  way: number;
  span: number;
  /** Meters and seconds as they are measured, without pauses and what is wrong. */
  meters: number;
  seconds: number;
}

/** The tracks of a recording. */
export function tracksOf(recording: Recording): Track[] {
  return recording.format === 'gpx' ? [recording.gpx.track] : recording.activities.map(({ track }: Activity) => track);
}

/** The figures of tracks, one after the other. */
export function figuresOf(tracks: readonly Track[]): Figures {
  const figures = { points: 0, way: 0, span: 0, meters: 0, seconds: 0 };
  let [first, last] = [Infinity, -Infinity];
  const joined = new TrackBuilder();
  for (const track of tracks) {
    for (const [i, time] of track.time.entries()) {
      joined.addPoint(...coordinates(track, i), NaN, time);
      if (time < first) first = time;
      if (time > last) last = time;
    }
    const { distanceInMeters, durationInSeconds } = measureTrack(track);
    figures.meters += distanceInMeters;
    figures.seconds += durationInSeconds ?? 0;
  }
  const all = joined.build();
  figures.points = pointCount(all);
  for (let i = 1; i < figures.points; i++) figures.way += metersBetween(all, i - 1, i);
  if (last > first) figures.span = (last - first) / 1000;
  return figures;
}
