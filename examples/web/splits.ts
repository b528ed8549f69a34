/** A recorded point, as the scalar `Track` has it. */
export interface TrackPoint {
  lat: number;
  lng: number;
  time?: string | null;
  /** Meters. */
  elev?: number | null;
}

/** A mile or kilometer of a run, or what is left at its end. */
interface Split {
  meters: number;
  seconds: number;
  /** How much higher it ends than it begins, in meters; null without elevations. */
  rise: number | null;
}

const earthRadius = 6_371_008.8; // meters

/** The great-circle distance of two points, in meters. */
function apart(a: TrackPoint, b: TrackPoint): number {
  const radians = Math.PI / 180;
  const [north, east] = [(b.lat - a.lat) * radians, (b.lng - a.lng) * radians];
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/**
 * The distance from the start to each point in meters, so that it ends with the length of the run. Pauses, and the noise of the
 * recording, make the sum of all steps somewhat longer than the length that the service has measured.
 */
export function distancesOf(points: readonly TrackPoint[], length: number): number[] {
  let sum = 0;
  const along = points.map((point, i) => (sum += i === 0 ? 0 : apart(points[i - 1]!, point)));
  return along.map((distance) => (sum === 0 ? 0 : (distance / sum) * length));
}

/**
 * The splits of a run, from points that all have times; without them, there are none.
 * @param length the length of the run in meters
 * @param splitMeters the length of each split; a last one under a hundredth of it is left out
 */
export function splitsOf(points: readonly TrackPoint[], length: number, splitMeters: number): Split[] {
  if (points.length < 2 || length <= 0 || points.some(({ time }) => !time)) return [];
  const along = distancesOf(points, length);
  const marks = Array.from({ length: Math.ceil(length / splitMeters - 0.01) }, (_, i) =>
    Math.min(length, (i + 1) * splitMeters),
  );
  let before = { meters: 0, ...at(points, along, 0) };
  return marks.map((meters) => {
    const mark = { meters, ...at(points, along, meters) };
    const rise = mark.elevation === null || before.elevation === null ? null : mark.elevation - before.elevation;
    const split = { meters: meters - before.meters, seconds: (mark.ms - before.ms) / 1000, rise };
    before = mark;
    return split;
  });
}

/** When the runner was at a distance from the start, and how high, between the two points around it. */
function at(points: readonly TrackPoint[], along: readonly number[], meters: number) {
  const next = Math.max(
    1,
    along.findIndex((distance) => distance >= meters),
  );
  const [a, b] = [points[next - 1]!, points[next]!];
  const step = along[next]! - along[next - 1]!;
  const part = step === 0 ? 0 : (meters - along[next - 1]!) / step;
  const between = (from: number, to: number) => from + (to - from) * part;
  return {
    ms: between(Date.parse(a.time ?? ''), Date.parse(b.time ?? '')),
    elevation: typeof a.elev === 'number' && typeof b.elev === 'number' ? between(a.elev, b.elev) : null,
  };
}
