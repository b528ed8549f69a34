import { sensorsText, sensorNamespaces } from './write-sensors.ts';
import { partOf, pointsIn } from '../track/packed-track.ts';
import type { PackedTrack } from '../track/packed-track.ts';
import type { Sensors } from '../track/sensors.ts';
import type { Track, TrackPart } from '../track/track.ts';
import { GpxTimeText } from './time-text.ts';
import { elementText } from './element-text.ts';

/** The number of points in one chunk of text, which has about 60 kB. */
const CHUNK_POINTS = 500;

/** The metadata before the tracks. */
export interface GpxHeader {
  /** The program that writes the document. */
  creator: string;
  /** `metadata/author/name`. */
  authorName: string;
  /** `metadata/time`, truncated to the second. */
  time: Date;
}

/** One `trk`. */
export interface GpxTrack {
  name: string;
  /**
   * Null or a track without points gives a `trk` with a name and no segment. A packed track is unpacked while it is
   * written.
   */
  track: Track | PackedTrack | null;
  /** What sensors measured at the points, which is written as extensions. By default, nothing. */
  sensors?: Sensors | null;
}

/** The beginning of a GPX 1.1 document, up to the tracks. */
export function gpxHeader({ creator, authorName, time }: GpxHeader): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="${elementText(creator).replaceAll('"', '&quot;')}">\n` +
    `<metadata><author><name>${elementText(authorName)}</name></author>` +
    `<time>${time.toISOString().slice(0, 19)}Z</time></metadata>\n`
  );
}

/**
 * Yields one `trk` in chunks of about 60 kB: its name, one `trkseg` for each segment, and `ele`
 * and `time` only where the point has them, and so are the values of sensors. Coordinates are exact, so the result is read back as the same track.
 */
export function* gpxTrack({ name, track, sensors }: GpxTrack): Generator<string, void, undefined> {
  let chunk = `<trk${sensors ? sensorNamespaces : ''}><name>${elementText(name)}</name>\n`;
  const times = new GpxTimeText();
  const count = track ? pointsIn(track) : 0;
  const starts = count === 0 ? [] : (track?.segmentStarts ?? []);
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? count;
    chunk += '<trkseg>\n';
    for (let at = start; at < end; at += CHUNK_POINTS) {
      const part = partOf(track as Track | PackedTrack, at, Math.min(end, at + CHUNK_POINTS));
      chunk += sensors ? pointsText(part, times, (i) => sensorsText(sensors, at + i)) : pointsText(part, times);
      if (at + CHUNK_POINTS < end) {
        yield chunk;
        chunk = '';
      }
    }
    chunk += '</trkseg>\n';
  }
  yield `${chunk}</trk>\n`;
}

/** The end of the document. */
export function gpxFooter(): string {
  return '</gpx>\n';
}

/** Yields a whole GPX document, in chunks. */
export function* gpxDocument(header: GpxHeader, tracks: Iterable<GpxTrack>): Generator<string, void, undefined> {
  yield gpxHeader(header);
  for (const track of tracks) yield* gpxTrack(track);
  yield gpxFooter();
}

/** @param extensions the text of the extensions of a point of this part, by its index */
function pointsText(
  { latitudeE7, longitudeE7, elevation, time }: TrackPart,
  times: GpxTimeText,
  extensions?: (index: number) => string,
): string {
  let text = '';
  for (let i = 0; i < time.length; i++) {
    text += `<trkpt lat="${degrees(latitudeE7[i] as number)}" lon="${degrees(longitudeE7[i] as number)}">`;
    const ele = elevation[i] as number;
    if (!Number.isNaN(ele)) text += `<ele>${ele}</ele>`;
    const at = times.of(time[i] as number);
    if (at !== null) text += `<time>${at}</time>`;
    if (extensions) text += extensions(i);
    text += '</trkpt>\n';
  }
  return text;
}

/** Writes units of 1e-7 degrees as decimal degrees, as short as possible and never with an exponent. */
function degrees(units: number): string {
  if (units > -10 && units < 10) return (units / 1e7).toFixed(units === 0 ? 0 : 7);
  return String(units / 1e7);
}
