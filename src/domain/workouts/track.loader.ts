import DataLoader from 'dataloader';
import { answerLimits } from '../rules/answer-limits.ts';
import type { Queries } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { pointsOfPacked, unpackTrack } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { tracksByWorkoutIds, trackSizesByWorkoutIds } from './track.queries.ts';

/**
 * Loads tracks for one answer. Their lengths are read first, and no track is read once they exceed `answerLimits`. A
 * track that is selected twice counts twice, since the answer contains it twice. The visibility of the workouts has
 * been checked before.
 */
export function trackLoader(database: Queries): Loader<Track> {
  let left: number = answerLimits.points;
  return new DataLoader<number, Track | null>(
    async (ids) => {
      const unique = [...new Set(ids)];
      const sizes = await database.all(trackSizesByWorkoutIds, [unique]);
      const points = new Map(sizes.map(({ workoutId, bytes }) => [workoutId, pointsOfPacked(bytes)]));
      const pointsOf = (id: number) => points.get(id) ?? 0;
      const isShort = (id: number) => pointsOf(id) <= answerLimits.pointsATrack;
      left -= ids.filter(isShort).reduce((sum, id) => sum + pointsOf(id), 0);
      const wanted = left < 0 ? [] : unique.filter((id) => points.has(id) && isShort(id));
      const rows = wanted.length === 0 ? [] : await database.all(tracksByWorkoutIds, [wanted]);
      const tracks = new Map(rows.map((row) => [row.workoutId, unpackTrack(row.points)]));
      return ids.map((id) => {
        if (!isShort(id)) return tooLong(pointsOf(id));
        return left < 0 && points.has(id) ? tooMany() : (tracks.get(id) ?? null);
      });
    },
    { cache: false },
  );
}

function tooLong(points: number): Failure {
  const most = answerLimits.pointsATrack;
  return new Failure(
    'TOO_COSTLY',
    `The track has ${points} points; an answer carries at most ${most} of one. Fetch it from \`gpxUrl\` or \`trackUrl\`.`,
  );
}

function tooMany(): Failure {
  const most = answerLimits.points;
  return new Failure(
    'TOO_COSTLY',
    `The tracks asked for have more than ${most} points in all: ask for fewer, or fetch them from \`gpxUrl\` or \`trackUrl\`.`,
  );
}
