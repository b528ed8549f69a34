import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '@runners/postgres';
import type { Insertable } from '../../platform/database/insert.ts';
import { Failure } from '../../errors.ts';
import { mayBeToken } from '../../platform/social/social-failures.ts';
import type { Social } from '../../platform/social/social.ts';
import { twoPlaces } from '../rules/two-places.ts';
import { extentOf, packTrack, trackHash } from '@runners/recordings';
import type { BestEfforts, Measurements, RecordingFormat, SensorFigures, Sensors, Track } from '@runners/recordings';
import { storedEfforts } from './best-effort-columns.ts';
import type { BestEffortColumn } from './best-effort-columns.ts';
import { insertedValues, insertions } from './insert-workout.ts';
import type { InsertedWorkout } from './insert-workout.ts';
import { packOriginal } from './originals/pack-original.ts';
import { queueShare } from './share-workout.ts';
import { lockStats } from './stats-updates.ts';
import { findSameRun } from './same-run.ts';
import { recordingValues } from './stored-recording.ts';
import { readRow } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** A checked and measured workout that can be stored. Nullable columns may be left out. */
export interface NewWorkout extends Omit<
  Insertable<InsertedWorkout>,
  'userId' | 'pointsHash' | 'points' | BestEffortColumn
> {
  track: Track | null;
  bestEfforts: BestEfforts;
  /** Null without sensors. */
  sensors?: SensorFigures | null;
  /** What sensors measured where no positions were recorded. The values of other runs belong to their points. */
  unplaced?: Sensors | undefined;
  /** Whether it is refused when the run is there already by its times and its way, in whatever format. What old apps upload is compared by its start alone. */
  isComparedByWay?: boolean;
}

/** An uploaded file. */
export interface OriginalFile {
  bytes: Buffer;
  format: RecordingFormat;
}

/** A workout that was stored. */
export interface StoredWorkout {
  workout: WorkoutRow;
  /** Whether its original file is kept; null if no file was sent. */
  originalKept: boolean | null;
}

/**
 * Stores a workout, its post and its stats in one transaction. With a token of the social network it is then shared
 * there, unless it is private.
 * @param file the uploaded file, which is kept if the quota of the user allows it (decisions D358)
 * @throws Failure WORKOUT_EXISTS with the id of the existing workout
 */
export async function storeWorkout(
  context: Context,
  workout: NewWorkout,
  socialAccessToken: string | null,
  file: OriginalFile | null = null,
): Promise<StoredWorkout> {
  const userId = viewerOf(context).id;
  const { track, bestEfforts, sensors: figures = null, unplaced, isComparedByWay = false, ...described } = workout;
  const stored = {
    ...described,
    userId,
    distanceInMeters: roundedOrNull(workout.distanceInMeters),
    elevationGainInMeters: roundedOrNull(workout.elevationGainInMeters),
    ...storedEfforts(bestEfforts),
  };
  const original = file && (await packOriginal(file.bytes, file.format));
  const recording = recordingValues(track?.sensors ?? unplaced, figures, original, context.originalsQuota);
  const packed = track && packTrack(track);
  const times = track && isComparedByWay ? extentOf(track) : null;
  const points = {
    pointsHash: packed ? Buffer.from(trackHash(track, packed), 'hex') : null,
    points: packed ? Buffer.from(packed.buffer) : null,
  };
  const values = insertedValues({ ...stored, ...points }, recording);
  const { firstOfSecond, another } = recording ? insertions.recorded : insertions.plain;
  const insert = async (queries: Queries) => queries.one(firstOfSecond, values);
  const insertBeside = async (tx: Queries) => {
    await tx.one(lockStats, [userId]);
    const existing = packed && times ? await findSameRun(tx, userId, packed, times) : null;
    return existing === null ? tx.one(another, values) : { id: null, postId: null, existing };
  };
  // One statement is enough for the first workout of its second, unless it is compared with the runs around it.
  const storeAlone = async () => {
    const first = times ? null : await insert(context.database);
    return first?.id ? first : context.database.transaction(insertBeside);
  };
  const shared = workout.privacy !== 'private' && mayBeToken(socialAccessToken ?? '');
  const social = shared ? context.integrations.social : null;
  const storeAndShare = (to: Social) => async (tx: Transaction) => {
    const first = times ? null : await insert(tx);
    const inserted = first?.id ? first : await insertBeside(tx);
    if (inserted?.id) await queueShare(await tx.em(), to, inserted.id, socialAccessToken ?? '');
    return inserted;
  };
  const inserted = social ? await context.database.transaction(storeAndShare(social)) : await storeAlone();
  if (!inserted?.id)
    throw new Failure('WORKOUT_EXISTS', undefined, { existing: { type: 'Workout', id: inserted?.existing ?? 0 } });
  const row = readRow({ ...stored, id: inserted.id, postId: inserted.postId });
  return { workout: row, originalKept: file && (inserted.originalKept ?? false) };
}

function roundedOrNull(meters: number | null | undefined): number | null {
  return meters == null ? null : twoPlaces(meters);
}

/** The elevation gain and best times of a measured track, as they are stored. */
export function measuredParts(measured: Measurements) {
  return {
    elevationGainInMeters: measured.elevationGainInMeters,
    bestEfforts: measured.bestEfforts,
    polyline: measured.polyline,
    sensors: measured.sensors,
  };
}
