import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { TrackBuilder } from '@runners/recordings';
import type { RecordingFormat, Track } from '@runners/recordings';

const run = promisify(execFile);
/** Milliseconds that it may take. */
const timeout = 60_000;
/** How gpsbabel names what it reads and writes: of FIT also what was cut off, and TCX as what was recorded, and not as a course. */
const readers = { fit: 'garmin_fit,recoverymode=1', tcx: 'gtrnctr', gpx: 'gpx' } as const;
const writers = { fit: 'garmin_fit', tcx: 'gtrnctr,course=0', gpx: 'gpx' } as const;

/** Converts a file, beside it, because FIT is written to no stream. @throws Error with what gpsbabel says when it cannot */
export async function converted(from: RecordingFormat, path: string, to: RecordingFormat): Promise<Buffer> {
  const target = `${path}.${to}`;
  await run('gpsbabel', ['-t', '-i', readers[from], '-f', path, '-o', writers[to], '-F', target], { timeout });
  try {
    return await readFile(target);
  } finally {
    await rm(target);
  }
}

/** The points that gpsbabel reads. Its GPX is read with as little as that takes, so that no reader of ours is compared with itself. */
export async function readByGpsbabel(format: RecordingFormat, path: string): Promise<Track> {
  const gpx = (await converted(format, path, 'gpx')).toString();
  const track = new TrackBuilder();
  for (const [segment] of gpx.matchAll(/<trkseg>[^]*?<\/trkseg>/g)) {
    track.addSegment();
    for (const [, latitude, longitude, rest = ''] of segment.matchAll(
      /<trkpt lat="([^"]*)" lon="([^"]*)"(?:\/>|>([^]*?)<\/trkpt>)/g,
    ))
      track.addPoint(Number(latitude), Number(longitude), NaN, Date.parse(/<time>(.*?)<\/time>/.exec(rest)?.[1] ?? ''));
  }
  return track.build();
}
