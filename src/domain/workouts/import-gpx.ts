import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid } from '../../errors.ts';
import type { GpxDocument } from '../tracks/gpx-document.ts';
import { momentOf, readMoment } from '../rules/moment.ts';
import { measureTrack } from '../tracks/measure.ts';
import { earliestTime, pointCount, timedPointCount } from '../tracks/track.ts';
import { checkText } from '../../platform/text.ts';
import { privacies } from '../rules/visibility.ts';
import type { Privacy } from '../rules/visibility.ts';
import { checkDistance, checkRunDate } from './check-workout.ts';
import { readGpxFile } from './read-gpx-file.ts';
import { runTypeOf } from './run-types.ts';
import { measuredParts, storeWorkout } from './store-workout.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** Stores the run of a GPX file (decisions R3–R7). @throws Failure MALFORMED, INVALID, TOO_LARGE, WORKOUT_EXISTS */
export async function importGpx(context: Context, file: Buffer): Promise<WorkoutRow> {
  viewerOf(context);
  await context.budget.spend('upload');
  const gpx = await readGpxFile(file);
  const { track } = gpx;
  if (pointCount(track) < 2) throw new Failure('MALFORMED', 'gpx: a workout needs a track of at least two points.');
  if (timedPointCount(track) < 2) throw new Failure('MALFORMED', 'gpx: at least two track points must have a time.');
  const title = gpx.name === null ? 'Running' : checkText(gpx.name, 'trk/name', 'title') || 'Running';
  const postBody = checkText(gpx.description ?? '', 'metadata/desc', 'text');
  const privacy = privacyOf(gpx);
  const runDate = checkRunDate(runDateOf(gpx), context.now(), 'metadata/time');
  const measured = measureTrack(track);
  return storeWorkout(
    context,
    {
      title,
      postBody,
      runDate,
      ...runTypeOf(gpx.type),
      durationInSeconds: measured.durationInSeconds ?? 0,
      distanceInMeters: checkDistance(measured.distanceInMeters, 'gpx'),
      privacy,
      source: 'gpx',
      track,
      ...measuredParts(measured),
    },
    gpx.socialAccessToken,
  );
}

/** An unknown word is refused, never a silent public (R3). */
function privacyOf(gpx: GpxDocument): Privacy {
  if (gpx.privacy === null) return 'public';
  const word = privacies.find((known) => known === gpx.privacy?.toLowerCase());
  if (!word) throw invalid('privacy', `must be one of ${privacies.join(', ')}`);
  return word;
}

/** Without a metadata time: the earliest point (R3). */
function runDateOf(gpx: GpxDocument): string {
  if (gpx.time === null || gpx.time === '') return momentOf(earliestTime(gpx.track) ?? 0);
  const moment = readMoment(gpx.time);
  if (!moment) throw invalid('metadata/time', 'must be an ISO 8601 date and time');
  return moment;
}
