import { usersLoader } from '../people/person.loaders.ts';
import { sensorsLoader, tracksLoader } from './workout.loaders.ts';
import type { Context } from '../context.ts';
import type { PostedWorkout } from '../feed/post.queries.ts';
import { gpxDocument, unpackSensors } from '@runners/recordings';
import { gpxCreator, gpxNameOf } from './gpx-words.ts';

/** One workout as a GPX 1.1 file (interface, GPX response body). */
export async function exportGpx(context: Context, workout: PostedWorkout): Promise<string> {
  const [track, runner] = await Promise.all([
    context.loader(tracksLoader).load(workout.id),
    context.loader(usersLoader).load(workout.userId),
  ]);
  // Only after the track, whose loader refuses tracks that are too long.
  const sensors = track && (await context.loader(sensorsLoader).load(workout.id));
  const authorName = runner ? `${runner.firstName} ${runner.lastName}` : '';
  const header = { creator: gpxCreator, authorName, time: new Date(workout.runDate) };
  const written = { name: gpxNameOf(workout), track, sensors: sensors && unpackSensors(sensors.packed) };
  return [...gpxDocument(header, [written])].join('');
}
