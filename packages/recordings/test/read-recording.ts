import { readFileSync } from 'node:fs';
import { TrackBuilder } from '../track/track-builder.ts';
import type { Track } from '../track/track.ts';

/** The figures of gpx/README.md, found by an independent tool. */
export const recordings = [
  { file: 'strava-5k-heart-rate.gpx', points: 314, distance: 5744.75, climb: 41, active: 3511 },
  { file: 'garmin-activity.gpx', points: 988, distance: 12821.2, climb: 263, active: 5498 },
  { file: 'endomondo-two-segments.gpx', points: 5181, distance: 7529.95, climb: 427, active: 10419 },
  { file: 'gpx10-four-tracks-partly-timed.gpx', points: 871, distance: 14897.08, climb: 901.23, active: 13093 },
  { file: 'eight-segments-hike.gpx', points: 182, distance: 3072.5, climb: 107.18, active: 3036 },
  { file: 'route-without-times.gpx', points: 113, distance: 4529.88, climb: 5.88, active: null },
] as const;

/** Reads the points of a real recording, with as little GPX as that takes. */
export function readRecording(file: string): Track {
  const gpx = readFileSync(new URL(`../../test/gpx/${file}`, import.meta.url), 'utf8');
  const track = new TrackBuilder();
  for (const [segment] of gpx.matchAll(/<trkseg>[^]*?<\/trkseg>/g)) {
    track.addSegment();
    for (const [, attributes, children = ''] of segment.matchAll(/<trkpt([^>]*?)(?:\/>|>([^]*?)<\/trkpt>)/g)) {
      const time = /<time>([^]*?)<\/time>/.exec(children)?.[1];
      track.addPoint(
        number(/lat="(.*?)"/, attributes),
        number(/lon="(.*?)"/, attributes),
        number(/<ele>([^]*?)<\/ele>/, children),
        Date.parse(time?.trim() ?? ''),
      );
    }
  }
  return track.build();
}

function number(pattern: RegExp, text = ''): number {
  return Number(pattern.exec(text)?.[1] ?? NaN);
}
