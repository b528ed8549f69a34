import type { Stored } from '../../platform/database/columns.ts';
import { momentOf } from '../rules/moment.ts';
import { twoPlaces } from '../rules/two-places.ts';
import { isBelievableDate, metersBetween, segmentBounds, startOf } from '@runners/recordings';
import type { SensorFigures, Track } from '@runners/recordings';
import { measure } from '../tracks/measure-pool.ts';
import { bestEffortColumns, storedEfforts } from './best-effort-columns.ts';
import type { Workout } from './workout.entity.ts';

/** The columns that are measured from points. */
export const measuredColumns = [
  'runDate',
  'distanceInMeters',
  'durationInSeconds',
  'elevationGainInMeters',
  ...Object.values(bestEffortColumns),
  'polyline',
] as const satisfies (keyof Stored<Workout>)[];

/** The stored figures of a run that are measured from its points. */
export type MeasuredFigures = Pick<Stored<Workout>, (typeof measuredColumns)[number]>;

/** A distance that was sent is told from one that was measured by this part of it, since both may be near the points. */
const MEASURED_WITHIN = 1e-4;

/**
 * The figures of a stored run as they are measured now (decisions P12). What a client said of a run that it sent as JSON stays:
 * the date, the duration, and the distance unless it is the length of all points as they are. So does the date of a file, unless
 * it is a time of its points from before the run began, or of a clock that was not set.
 */
export async function remeasured(
  stored: MeasuredFigures & Pick<Stored<Workout>, 'source'>,
  track: Track,
): Promise<{ figures: MeasuredFigures; sensors: SensorFigures | null }> {
  const measured = await measure(track, stored.durationInSeconds);
  const isFile = stored.source !== 'json';
  const isMeasured = isFile || isLengthOf(track, stored.distanceInMeters);
  const figures = {
    runDate: isFile ? runDateOf(stored.runDate, track) : stored.runDate,
    distanceInMeters: isMeasured ? twoPlaces(measured.distanceInMeters) : stored.distanceInMeters,
    durationInSeconds: (isFile ? measured.durationInSeconds : null) ?? stored.durationInSeconds,
    elevationGainInMeters: twoPlaces(measured.elevationGainInMeters),
    ...storedEfforts(measured.bestEfforts),
    polyline: measured.polyline,
  };
  return { figures, sensors: measured.sensors };
}

function runDateOf(runDate: string, track: Track): string {
  const time = Date.parse(runDate);
  const start = startOf(track);
  if (start === null || start === time) return runDate;
  const isOfWrongPoint = !isBelievableDate(time) || (time < start && track.time.includes(time));
  return isOfWrongPoint ? momentOf(start) : runDate;
}

/** Whether a distance in meters is the length of all points of a track, wrong ones included. */
function isLengthOf(track: Track, meters: number | null): boolean {
  let length = 0;
  for (const [start, end] of segmentBounds(track))
    for (let i = start + 1; i < end; i++) length += metersBetween(track, i - 1, i);
  return meters !== null && Math.abs(meters - length) <= Math.max(0.01, MEASURED_WITHIN * length);
}
