import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Insertable } from '../../platform/database/insert.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { mayBeToken } from '../../platform/social/social-failures.ts';
import type { Social } from '../../platform/social/social.ts';
import type { Measurements } from '../tracks/measure.ts';
import { packTrack, trackHash } from '../tracks/packed-track.ts';
import type { BestEfforts } from '../tracks/race-distances.ts';
import type { Track } from '../tracks/track.ts';
import { storedEfforts } from './best-effort-columns.ts';
import type { BestEffortColumn } from './best-effort-columns.ts';
import { insertAnother, insertedValues, insertFirstOfSecond } from './insert-workout.ts';
import type { InsertedWorkout } from './insert-workout.ts';
import { queueShare } from './share-workout.ts';
import { lockStats } from './stats-updates.ts';
import { readRow } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** A checked and measured workout that can be stored. Nullable columns may be left out. */
export interface NewWorkout extends Omit<
  Insertable<InsertedWorkout>,
  'userId' | 'pointsHash' | 'points' | BestEffortColumn
> {
  track: Track | null;
  bestEfforts: BestEfforts;
}

/**
 * Stores a workout, its post and its stats in one transaction. With a token of the social network it is then shared
 * there, unless it is private. @throws Failure WORKOUT_EXISTS with the id of the original
 */
export async function storeWorkout(
  context: Context,
  workout: NewWorkout,
  socialAccessToken: string | null,
): Promise<WorkoutRow> {
  const userId = viewerOf(context).id;
  const { track, bestEfforts, ...described } = workout;
  const stored = {
    ...described,
    userId,
    distanceInMeters: roundedOrNull(workout.distanceInMeters),
    elevationGainInMeters: roundedOrNull(workout.elevationGainInMeters),
    ...storedEfforts(bestEfforts),
  };
  const values = insertedValues({
    ...stored,
    pointsHash: track ? Buffer.from(trackHash(track), 'hex') : null,
    points: track ? Buffer.from(packTrack(track).buffer) : null,
  });
  const insert = async (queries: Queries) => queries.one(insertFirstOfSecond, values);
  const insertBeside = async (tx: Queries) => {
    await tx.one(lockStats, [userId]);
    return tx.one(insertAnother, values);
  };
  // The first workout of a second needs one statement. A transaction is only needed for the comparison with others.
  const storeAlone = async () => {
    const first = await insert(context.database);
    return first?.id ? first : context.database.transaction(insertBeside);
  };
  const shared = workout.privacy !== 'private' && mayBeToken(socialAccessToken ?? '');
  const social = shared ? context.outside.social : null;
  const storeAndShare = (to: Social) => async (tx: Transaction) => {
    const first = await insert(tx);
    const inserted = first?.id ? first : await insertBeside(tx);
    if (inserted?.id) await queueShare(await tx.em(), to, inserted.id, socialAccessToken ?? '');
    return inserted;
  };
  const inserted = social ? await context.database.transaction(storeAndShare(social)) : await storeAlone();
  if (!inserted?.id)
    throw new Failure('WORKOUT_EXISTS', undefined, { existing: { type: 'Workout', id: inserted?.existing ?? 0 } });
  return readRow({ ...stored, id: inserted.id, postId: inserted.postId });
}

function roundedOrNull(meters: number | null | undefined): number | null {
  return meters == null ? null : rounded(meters);
}

/** Rounds a measurement to two decimal places, as it is stored. */
export function rounded(meters: number): number {
  return Math.round(meters * 100) / 100;
}

/** The elevation gain and best times of a measured track, as they are stored. */
export function measuredParts(measured: Measurements) {
  return {
    elevationGainInMeters: measured.elevationGainInMeters,
    bestEfforts: measured.bestEfforts,
    polyline: measured.polyline,
  };
}
