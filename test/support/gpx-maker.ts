/** What a made GPX file says. */
export interface MadeGpx {
  /** First point's time, and metadata/time unless that is given. */
  start?: string;
  points?: number;
  /** Seconds and meters between two points. */
  everySeconds?: number;
  stepMeters?: number;
  /** Elevation of each point; left out without. */
  elevation?: (index: number) => number;
  /** Elements of `metadata`, without the time. */
  metadata?: string;
  /** metadata/time; null leaves it out. */
  time?: string | null;
  /** Elements of `trk` before its segments. */
  track?: string;
  /** Whether points have times. */
  timed?: boolean;
  /** Where it starts; it runs north. */
  lat?: number;
  lng?: number;
}

/** Meters of one degree along a meridian, on the sphere that distances are measured on. */
const metersADegree = (Math.PI * 6_371_008.8) / 180;

/** A GPX file of a straight run northwards at an even pace. */
export function makeGpx(made: MadeGpx = {}): string {
  const { start = '2024-05-01T06:00:00Z', points = 61, everySeconds = 10, stepMeters = 30 } = made;
  const { elevation, metadata = '', time = start, track = '<name>Morning</name><type>Tempo</type>' } = made;
  const { timed = true, lat = 47, lng = 8.5 } = made;
  const point = (_: unknown, i: number) => {
    const at = new Date(Date.parse(start) + i * everySeconds * 1000).toISOString();
    const latitude = (lat + (i * stepMeters) / metersADegree).toFixed(8);
    const inside = `${elevation ? `<ele>${elevation(i)}</ele>` : ''}${timed ? `<time>${at}</time>` : ''}`;
    return `<trkpt lat="${latitude}" lon="${lng}">${inside}</trkpt>`;
  };
  const trackPoints = Array.from({ length: points }, point).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><metadata>${time === null ? '' : `<time>${time}</time>`}${metadata}</metadata><trk>${track}<trkseg>${trackPoints}</trkseg></trk></gpx>`;
}
