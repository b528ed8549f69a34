import { extentOf, isSameRun, readRecording } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { tracksOf } from './figures.ts';
import { converted } from './gpsbabel.ts';

/**
 * Turns a run in GPX into TCX and FIT, and says where what came of it, as far as it has times, is not recognized as the run: when it comes
 * second, and, where it has the whole run in one activity, also when it comes first.
 * @param track what was read of the file
 */
export async function notRecognized(path: string, track: Track): Promise<string[]> {
  const wrong: string[] = [];
  for (const format of ['tcx', 'fit'] as const) {
    try {
      const tracks = tracksOf(readRecording(await converted('gpx', path, format))).filter(
        (one) => extentOf(one) !== null,
      );
      const strangers = tracks.filter((one) => !isSameRun(one, track)).length;
      if (tracks.length === 0) wrong.push(`nothing is left of it as ${format}`);
      if (strangers > 0) wrong.push(`${strangers} of its ${tracks.length} activities as ${format} are another run`);
      if (tracks.length === 1 && !isSameRun(track, tracks[0]!))
        wrong.push(`it is another run after itself as ${format}`);
    } catch (error) {
      wrong.push(`as ${format}: ${(error as Error).message}`);
    }
  }
  return wrong;
}
