import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../test/accounts/import-my-data.ts';
import { makeGpx } from '../../../test/support/gpx-maker.ts';

const run = promisify(execFile);
const samples = fileURLToPath(new URL('../../../../packages/recordings/test/gpx/', import.meta.url));
/** All points of these have times, so that they can be moved. */
const recorded = ['strava-5k-heart-rate', 'garmin-activity', 'endomondo-two-segments', 'eight-segments-hike'];
/** As gpsbabel names them, with the ends of the names of files in archives of Strava. */
const writers = [
  ['garmin_fit', 'fit.gz'],
  ['gtrnctr,course=0', 'tcx.gz'],
  ['gpx,garminextensions', 'gpx'],
] as const;
/** How many conversions run at the same time. */
const lanes = 2;

/** An archive, and what it has to become. */
export interface MadeArchive {
  bytes: Buffer;
  /** The files in it, and how many of them are a run that another one has in another format. */
  files: number;
  twice: number;
}

/**
 * An archive like Strava's: recordings of real runs, and of one of two hours with a point every two seconds, each moved back to a day
 * of its own by gpsbabel, and written in three formats in turn. The last ones are the runs of the first ones in the next format.
 * @param twice how many of them these are
 */
export async function makeArchive(files: number, twice: number): Promise<MadeArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'importing-'));
  try {
    const long = join(folder, 'long.gpx');
    await writeFile(long, makeGpx({ points: 3600, everySeconds: 2, stepMeters: 5, elevation: (i) => 400 + (i % 40) }));
    const sources = [...recorded.map((name) => join(samples, `${name}.gpx`)), long];
    const made: (readonly [name: string, content: Buffer])[] = [];
    const lines = ['Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,,,Filename'];
    const make = async (file: number) => {
      const day = file < files - twice ? file : file - (files - twice);
      const [writer, ending] = writers[(day + (day === file ? 0 : 1)) % writers.length]!;
      const source = sources[day % sources.length]!;
      const name = `activities/${10_000 + file}.${ending}`;
      const target = join(folder, `${file}`);
      const moving = ['-x', `track,move=-${day}d`];
      await run('gpsbabel', ['-t', '-i', 'gpx', '-f', source, ...moving, '-o', writer, '-F', target]);
      const bytes = await readFile(target);
      await rm(target);
      made[file] = [name, ending.endsWith('.gz') ? gzipSync(bytes) : bytes];
      lines[file + 1] = `${10_000 + file},,"Run ${file}, in the rain",Run,"With ""Eve""\nand Bob",,,${name}`;
    };
    let next = 0;
    const lane = async () => {
      while (next < files) await make(next++);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const list = Buffer.from(lines.join('\n'));
    return { bytes: await zipOf(new Map([...made, ['activities.csv', list]])), files, twice };
  } finally {
    await rm(folder, { recursive: true });
  }
}
