import { invalid } from '../../../errors.ts';
import { beginningOf, checkText, lengths, storableLine } from '../../../platform/text.ts';
import { momentOf } from '../../rules/moment.ts';
import { measure } from '../../tracks/measure-pool.ts';
import { evenPaceEfforts, isBelievableDate, sensorsOf, startOf, timedPointCount } from '@runners/recordings';
import type { Activity } from '@runners/recordings';
import { checkDistance, checkDuration, checkRunDate } from '../check-workout.ts';
import type { GivenByClient } from '../import-gpx.ts';
import { storedLaps } from '../laps.ts';
import { mayBeRun, runTypeOf } from '../run-types.ts';
import { measuredParts } from '../store-workout.ts';
import type { NewWorkout } from '../store-workout.ts';
import type { WorkoutSource } from '../workout-sources.ts';

/**
 * The workout that an activity of a recording becomes: measured by its points, or as the device counted it where it recorded no
 * positions.
 * @param given what the client says, with checked texts
 * @throws Failure INVALID
 */
export async function workoutOfActivity(
  activity: Activity,
  source: WorkoutSource,
  given: GivenByClient,
  now: Date,
): Promise<NewWorkout> {
  const { track, counted, sport } = activity;
  if (!counted && timedPointCount(track) < 2) throw invalid('recording', 'must have times at two points at least');
  const kind = runTypeOf(sport);
  const described = {
    title: given.title ?? titleOf(activity),
    postBody: given.postBody ?? checkText(activity.description ?? '', 'Notes', 'text'),
    runDate: checkRunDate(runDateOf(activity), now, 'recording'),
    ...kind,
    runType: given.runType ?? kind.runType,
    privacy: given.privacy ?? 'public',
    source,
    laps: storedLaps(activity.laps),
  };
  const measured = await measure(counted ? counted.moments : track);
  if (!counted)
    return {
      ...described,
      durationInSeconds: measured.durationInSeconds ?? 0,
      distanceInMeters: checkDistance(measured.distanceInMeters, 'recording'),
      track,
      ...measuredParts(measured),
    };
  const durationInSeconds = checkDuration(counted.durationInSeconds, 'recording');
  const distanceInMeters = counted.distanceInMeters && checkDistance(counted.distanceInMeters, 'recording');
  return {
    ...described,
    durationInSeconds,
    distanceInMeters,
    track: null,
    bestEfforts: evenPaceEfforts(distanceInMeters ?? 0, durationInSeconds),
    polyline: '',
    sensors: measured.sensors,
    unplaced: sensorsOf(activity),
  };
}

/** The name in the file, or the sport if it is no run. */
function titleOf({ name, sport }: Activity): string {
  const named = checkText(name ?? '', 'Name', 'title');
  if (named !== '' || sport === null || mayBeRun(sport)) return named || 'Running';
  const words = storableLine(sport).replaceAll('_', ' ').trim();
  return beginningOf(words.charAt(0).toUpperCase() + words.slice(1), lengths.title);
}

/** When the activity began: as the file says, unless its clock was not set, or else by its first trusted time. @throws Failure INVALID */
function runDateOf({ startMs, track }: Activity): string {
  const start = startMs !== null && isBelievableDate(startMs) ? startMs : startOf(track);
  if (start === null) throw invalid('recording', 'must say when it began');
  return momentOf(start);
}
