import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Queries, SqlValue } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { mayBeToken } from '../../platform/social/social-failures.ts';
import type { Social } from '../../platform/social/social.ts';
import type { Measurements } from '../tracks/measure.ts';
import { packTrack, trackHash } from '../tracks/packed-track.ts';
import type { BestEfforts } from '../tracks/race-distances.ts';
import type { Track } from '../tracks/track.ts';
import type { Privacy } from '../rules/visibility.ts';
import { insertAnother, insertFirstOfSecond } from './insert-workout.ts';
import type { RunType } from './run-types.ts';
import { queueShare } from './share-workout.ts';
import { lockStats } from './stats-updates.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** A checked and measured workout, ready to be stored. */
export interface NewWorkout {
  title: string;
  postBody: string;
  /** ISO 8601 UTC, microseconds. */
  runDate: string;
  runType: RunType;
  sourceType: string | null;
  durationInSeconds: number;
  distanceInMeters: number | null;
  elevationGainInMeters: number | null;
  privacy: Privacy;
  source: 'json' | 'gpx';
  track: Track | null;
  bestEfforts: BestEfforts;
  polyline: string;
}

/**
 * Stores a workout, its post and its stats in one transaction; with a token of the social network it is shared there
 * after that, unless it is private. @throws Failure WORKOUT_EXISTS with the original
 */
export async function storeWorkout(
  context: Context,
  workout: NewWorkout,
  socialAccessToken: string | null,
): Promise<WorkoutRow> {
  const userId = viewerOf(context).id;
  const { track, bestEfforts: best } = workout;
  const distance = workout.distanceInMeters === null ? null : rounded(workout.distanceInMeters);
  const climb = workout.elevationGainInMeters === null ? null : rounded(workout.elevationGainInMeters);
  const packed = track ? Buffer.from(packTrack(track).buffer) : null;
  const values: SqlValue[] = [
    userId,
    workout.title,
    workout.postBody,
    workout.runDate,
    workout.runType,
    workout.sourceType,
    workout.durationInSeconds,
    distance,
    climb,
    workout.privacy,
    workout.source,
    track ? Buffer.from(trackHash(track), 'hex') : null,
    workout.polyline,
    best.mile,
    best.fiveK,
    best.tenK,
    best.halfMarathon,
    best.marathon,
    packed,
    null,
  ];
  const insert = async (queries: Queries) => queries.one(insertFirstOfSecond, values);
  const insertBeside = async (tx: Queries) => {
    await tx.one(lockStats, [userId]);
    return tx.one(insertAnother, values);
  };
  // A first workout of its second is one statement; only beside others the comparison needs a transaction.
  const storeAlone = async () => {
    const first = await insert(context.database);
    return first?.id ? first : context.database.transaction(insertBeside);
  };
  const shared = workout.privacy !== 'private' && mayBeToken(socialAccessToken ?? '');
  const social = shared ? context.outside.social : null;
  const storeAndShare = (to: Social) => async (tx: Transaction) => {
    const first = await insert(tx);
    const stored = first?.id ? first : await insertBeside(tx);
    if (stored?.id) await queueShare(await tx.em(), to, stored.id, socialAccessToken ?? '');
    return stored;
  };
  const inserted = social ? await context.database.transaction(storeAndShare(social)) : await storeAlone();
  if (!inserted?.id)
    throw new Failure('WORKOUT_EXISTS', undefined, { existing: { type: 'Workout', id: inserted?.existing ?? 0 } });
  return {
    id: inserted.id,
    userId,
    postId: inserted.postId,
    title: workout.title,
    postBody: workout.postBody,
    runDate: workout.runDate,
    runType: workout.runType,
    sourceType: workout.sourceType,
    durationInSeconds: workout.durationInSeconds,
    distanceInMeters: distance,
    elevationGainInMeters: climb,
    privacy: workout.privacy,
    source: workout.source,
    polyline: workout.polyline,
  };
}

/** What is stored of measured figures: two places. */
export function rounded(meters: number): number {
  return Math.round(meters * 100) / 100;
}

/** The climb and best efforts of a measured track, as they are stored. */
export function measuredParts(measured: Measurements) {
  return {
    elevationGainInMeters: measured.elevationGainInMeters,
    bestEfforts: measured.bestEfforts,
    polyline: measured.polyline,
  };
}
