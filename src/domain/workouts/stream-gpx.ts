import type { Queries } from '@runners/postgres';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { costRules } from '../rules/request-cost.ts';
import { gpxFooter, gpxHeader, gpxTrack, PackedTrack, unpackSensors } from '@runners/recordings';
import type { Sensors } from '@runners/recordings';
import { gpxCreator, gpxNameOf } from './gpx-words.ts';
import { listWorkoutIds } from './list-workouts.ts';
import { readTracks, trackWritten } from './long-tracks.ts';
import { sensorsByWorkoutIds } from './recording.loader.ts';
import { tracksInTurn, trackVersions } from './track.queries.ts';
import type { TrackInTurn } from './track.queries.ts';

/** The number of workouts that are requested with one statement. It returns as many of them as have short tracks. */
const batchSize = 50;

/** Changes when the same track is written differently, so that clients with the older file receive the newer one. */
const writer = 1;

/** A GPX file that can be compared with that of an earlier request before anything is written. */
export interface GpxFile {
  /** A text that changes with the file. */
  version: string;
  chunks: AsyncIterable<string>;
}

/** The GPX file of workouts of a user (`streamGpx`), with its version. Each workout is paid when it is written. */
export async function gpxFile(
  context: Context,
  wanted: Parameters<typeof listWorkoutIds>[1],
  authorName: string,
): Promise<GpxFile> {
  const { database, budget } = context;
  const { id: viewerId } = viewerOf(context);
  const ids = await listWorkoutIds(context, wanted);
  const row = await database.one(trackVersions, [viewerId, ids]);
  const written = () => budget.points.charge(costRules.least);
  return {
    version: `${writer}\n${authorName}\n${row?.versions ?? ''}`,
    chunks: streamGpx(database, viewerId, ids, authorName, false, written),
  };
}

/**
 * Writes workouts as one GPX file, in their order. Each is included as far as the viewer may see it when it is written.
 * For a slow reader, at most one long track or a few short ones are in memory.
 * @param authorName `metadata/author/name`
 * @param written is called for each workout
 * @param withSensors whether to write what sensors measured, which the REST interface does not
 */
export async function* streamGpx(
  database: Queries,
  viewerId: number,
  ids: readonly number[],
  authorName: string,
  withSensors = false,
  written = () => {},
): AsyncGenerator<string, void, undefined> {
  let begun = false;
  for await (const { id, title, runType, runDate, points } of workoutsInTurn(database, viewerId, ids)) {
    if (!begun) yield gpxHeader({ creator: gpxCreator, authorName, time: new Date(runDate) });
    begun = true;
    const sensors = withSensors && points ? await readSensors(database, id) : null;
    yield* gpxTrack({ name: gpxNameOf({ title, runType }), track: points && new PackedTrack(points), sensors });
    trackWritten(points);
    written();
  }
  if (!begun) yield gpxHeader({ creator: gpxCreator, authorName, time: new Date() });
  yield gpxFooter();
}

/** What sensors measured during a workout that the reader was shown; null if nothing. */
export async function readSensors(database: Queries, workoutId: number): Promise<Sensors | null> {
  const row = await database.one(sensorsByWorkoutIds, [[workoutId]]);
  return row ? unpackSensors(row.packed) : null;
}

async function* workoutsInTurn(database: Queries, viewerId: number, ids: readonly number[]) {
  let done = 0;
  while (done < ids.length) {
    const next = [viewerId, ids.slice(done, done + batchSize)];
    const rows: TrackInTurn[] = await readTracks(() => database.all(tracksInTurn, next));
    done += rows.length;
    // The track is removed from the list, so that its bytes can be released while it is written.
    for (let row = rows.shift(); row; row = rows.shift()) if (row.id !== null) yield row;
  }
}
