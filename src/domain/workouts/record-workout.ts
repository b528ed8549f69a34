import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { invalid, together } from '../../errors.ts';
import { evenPaceEfforts, pointCount, timedPointCount } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { measure } from '../tracks/measure-pool.ts';
import { checkText } from '../../platform/text.ts';
import type { Privacy } from '../rules/visibility.ts';
import { checkDistance, checkDuration, checkRunDate } from './check-workout.ts';
import type { RunType } from './run-types.ts';
import { measuredParts, storeWorkout } from './store-workout.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** A workout as a client sends it (interface, JSON workout body). */
interface WorkoutInput {
  title: string;
  postBody?: string | null;
  /** ISO 8601 UTC. */
  runDate: string;
  runType: RunType;
  /** The duration without pauses. It may be left out if the points have times. */
  durationInSeconds?: number | null;
  /** It may be left out. It is then the length of the points, or unknown. */
  distanceInMeters?: number | null;
  privacy?: Privacy | null;
  points?: Track | null;
  /**
   * A token of the social network. The workout is shared there. A token that is not accepted has no effect on the
   * upload.
   */
  socialAccessToken?: string | null;
}

/** Stores a workout and publishes its post. @throws Failure INVALID, WORKOUT_EXISTS, RATE_LIMITED, UNAVAILABLE */
export async function recordWorkout(context: Context, input: WorkoutInput): Promise<WorkoutRow> {
  viewerOf(context);
  await context.budget.spend('upload');
  return runInTurn(context, 'uploads', () => recordOne(context, input));
}

/** The checks of a workout by its fields. Its points are read before, and measured afterwards. */
export const workoutChecks = (input: WorkoutInput, now: Date) => ({
  title: () => checkText(input.title, 'title', 'title', true),
  postBody: () => checkText(input.postBody ?? '', 'postBody', 'text'),
  runDate: () => checkRunDate(input.runDate, now),
  durationInSeconds: () => (input.durationInSeconds == null ? null : checkDuration(input.durationInSeconds)),
  distanceInMeters: () => (input.distanceInMeters == null ? null : checkDistance(input.distanceInMeters)),
  measurable: () => {
    const hasTimes = input.points != null && timedPointCount(input.points) > 0;
    if (input.durationInSeconds == null && !hasTimes) throw durationMissing();
  },
});

const durationMissing = (why = '') => invalid('durationInSeconds', `is required${why}`, 'REQUIRED');

async function recordOne(context: Context, input: WorkoutInput): Promise<WorkoutRow> {
  const { title, postBody, runDate, ...given } = together(workoutChecks(input, context.now()));
  const track = input.points && pointCount(input.points) > 0 ? input.points : null;
  const measured = track ? await measure(track, given.durationInSeconds ?? undefined) : null;
  // Times that are not believed say nothing, but they do not make the workout invalid (decisions P12), as in a GPX file.
  const unknown = track && timedPointCount(track) > 1 ? 0 : null;
  const durationInSeconds = given.durationInSeconds ?? measured?.durationInSeconds ?? unknown;
  if (durationInSeconds == null) throw durationMissing(', because the times of the points do not tell it');
  // The points are checked as well, as those of a GPX file are, because they are shown to readers of the workout.
  if (measured) checkDistance(measured.distanceInMeters, 'points');
  const distanceInMeters = given.distanceInMeters ?? measured?.distanceInMeters ?? null;
  const stored = await storeWorkout(
    context,
    {
      title,
      postBody,
      runDate,
      runType: input.runType,
      durationInSeconds,
      distanceInMeters,
      privacy: input.privacy ?? 'public',
      source: 'json',
      track,
      ...(measured
        ? measuredParts(measured)
        : {
            bestEfforts: evenPaceEfforts(distanceInMeters ?? 0, durationInSeconds),
            polyline: '',
          }),
    },
    input.socialAccessToken ?? null,
  );
  return stored.workout;
}
