import type { Context } from '../context.ts';
import { gpxDocument } from '../tracks/gpx-write.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** One workout as a GPX 1.1 file (interface, GPX response body). */
export async function exportGpx(context: Context, workout: WorkoutRow): Promise<string> {
  const [track, runner] = await Promise.all([
    context.loaders.tracks.load(workout.id),
    context.loaders.users.load(workout.userId),
  ]);
  const authorName = runner ? `${runner.firstName} ${runner.lastName}` : '';
  const { runType, title } = workout;
  const header = { authorName, time: new Date(workout.runDate) };
  return [...gpxDocument(header, [{ runType, title, track }])].join('');
}
