import { z } from 'zod';
import { isBelievableDate } from '@runners/recordings';
import type { Lap } from '@runners/recordings';
import { idsAt, sql } from '../../platform/database/sql.ts';
import { selectedTexts } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { momentOf } from '../rules/moment.ts';
import { Workout } from './workout.entity.ts';

/** The most laps of a workout that are kept. Devices write dozens. */
export const mostLaps = 500;
/** The most seconds and meters of a lap that are believed: what is longer is no lap of a run. */
const most = 1e7;
const start = z.number().refine(isBelievableDate).nullable().catch(null);
const figure = z.number().min(0).max(most).nullable().catch(null);
const stored = z.array(z.tuple([start, figure, figure])).max(mostLaps);

/**
 * The laps that a device counted as they are stored: JSON with the Unix milliseconds, the seconds and the meters of each, at most
 * `mostLaps`. Null without any.
 */
export function storedLaps(laps: readonly Lap[]): string | null {
  const rows = laps
    .slice(0, mostLaps)
    .map((lap) => [lap.startMs, rounded(lap.durationInSeconds), rounded(lap.distanceInMeters)]);
  return rows.length === 0 ? null : JSON.stringify(stored.parse(rows));
}

/** Laps that were stored; null for a text that is none, as an archive can have it. */
export function readLaps(text: string): Lap[] | null {
  const read = stored.safeParse(jsonOf(text));
  return (
    read.data?.map(([startMs, durationInSeconds, distanceInMeters]) => ({
      startMs,
      durationInSeconds,
      distanceInMeters,
    })) ?? null
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const rounded = (value: number | null) => value && Math.round(value * 100) / 100;

/** The laps of the workouts `$1` that have some. Their visibility has been checked with the workouts. */
export const lapsByWorkoutIds = statement.read<{ id: number; laps: string }>(
  'laps_by_workout_ids',
  sql`select w.id, ${selectedTexts(Workout, 'w', ['laps'])} from workout w where w.id = any(${idsAt(1)}) and w.laps is not null`,
  { all: 'of workouts that the reader was shown' },
);

/** A lap as readers get it. */
export interface ShownLap extends Omit<Lap, 'startMs'> {
  startDate: string | null;
}

/** Stored laps as readers get them. */
export function shownLaps(text: string): ShownLap[] {
  return (readLaps(text) ?? []).map(({ startMs, ...lap }) => ({
    ...lap,
    startDate: startMs === null ? null : momentOf(startMs),
  }));
}
