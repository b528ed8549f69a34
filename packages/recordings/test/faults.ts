import type { Place } from './make-track.ts';

/** The faults that decisions P12 lists, each put into the places of a clean run at one of its points. */
export interface Fault {
  kind:
    | 'zeros'
    | 'outliers'
    | 'wrong time'
    | 'clock back'
    | 'copy'
    | 'copy of what was recorded'
    | 'untimed start'
    | 'high spike'
    | 'zero elevation'
    | 'elevation jump';
  /** Where it is: 0 at the start, 1 at the end. */
  at: number;
  /** How large it is, from 0 to 1. */
  size: number;
}

/** A clean run without pauses, with a point every second, 3 m a second, and hills of these meters between its level ends. */
export function cleanRun(points: number, hill: number): Place[] {
  let [latitude, longitude] = [47, 8];
  return Array.from({ length: points }, (_, i): Place => {
    const direction = Math.sin(i / 400) * 2;
    latitude += (3 * Math.cos(direction)) / 111_195;
    longitude += (3 * Math.sin(direction)) / 111_195 / Math.cos((latitude * Math.PI) / 180);
    const along = Math.min(Math.max(0, i - 60), points - 120);
    return [latitude, longitude, 400 + hill * Math.sin(along / 300) ** 2, i];
  });
}

/** The segments of the run with the faults in it. */
export function withFaults(clean: readonly Place[], faults: readonly Fault[]): Place[][] {
  const run = clean.map((place): Place => [...place]);
  const more: Place[][] = [];
  for (const { kind, at, size } of faults) {
    // Ten seconds have eleven points. Rules that do not go by the number of points are given more than those that do.
    const count = 1 + Math.floor(size * (kind === 'zeros' || kind === 'wrong time' ? 15 : 11));
    const from = Math.round(at * (run.length - count));
    const group = run.slice(from, from + count);
    const moved = (change: (place: Place, i: number) => void) => group.forEach(change);
    const first = run[0] as Place;
    if (kind === 'zeros') moved((place) => place.splice(0, 3, 0, 0, 0));
    if (kind === 'outliers') moved((place, i) => place.splice(0, 2, 47.5 + size, 8 + (i % 4) * size));
    if (kind === 'wrong time') moved((place) => (place[3] = size < 0.5 ? -2e9 : 1e8 * size));
    // The first half minute keeps its times, so that a copy has those of the clean run.
    // A receiver that searches its first place and time. Ten seconds are not in the duration.
    if (kind === 'untimed start') {
      for (const [i, [lat, lng, height]] of clean.slice(0, 10).entries()) run[i] = [lat, lng, height, null];
      for (const place of run.slice(0, 1 + Math.floor(size * 5))) place.splice(0, 2, 47.5 + size, 8.5);
    }
    if (kind === 'clock back')
      for (const place of run.slice(Math.max(30, from))) place[3] = (place[3] ?? 0) - 10 - size * 7200;
    // The first ten points are not in a copy, because the recording may not have their times.
    if (kind === 'copy') {
      const first = Math.max(10, from);
      more.push(clean.slice(first, first + 2 + size * clean.length).map((place): Place => [...place]));
    }
    if (kind === 'high spike') (run[from] as Place)[2] = 400 + 1500 * size + 500;
    if (kind === 'zero elevation') first[2] = 0;
    if (kind === 'elevation jump') for (const place of run.slice(from)) place[2] = (place[2] ?? 0) + 150 + 300 * size;
  }
  // A copy of what has the other faults has them as well, such as the times after a clock has stepped back.
  for (const { kind, at, size } of faults) {
    if (kind !== 'copy of what was recorded') continue;
    const from = Math.round(at * (run.length - 100));
    more.push(run.slice(from, from + 100 + size * run.length).map((place): Place => [...place]));
  }
  return [run, ...more];
}
