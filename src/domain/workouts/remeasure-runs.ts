import { columnOf, selectedTexts } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Transaction } from '@runners/postgres';
import { namedParameters } from '../../platform/database/insert.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { unpackSensors, unpackTrack } from '@runners/recordings';
import { startsWith } from './insert-workout.ts';
import { measuredColumns, remeasured } from './remeasured.ts';
import type { MeasuredFigures } from './remeasured.ts';
import { lockStats, rebuildStats } from './stats-updates.ts';
import { Workout } from './workout.entity.ts';

type StoredRun = Pick<Stored<Workout>, (typeof read)[number]> & { points: Uint8Array; sensors: Uint8Array | null };

const read = ['id', 'userId', 'source', ...measuredColumns] as const;
const reason = { all: 'a command of the operator measures stored runs again' };
const run = sql`select ${selectedTexts(Workout, 'w', read)}, t.points, s.packed as sensors from workout w
  join workout_track t on t.workout_id = w.id left join workout_sensors s on s.workout_id = w.id`;

/** The first run with points after the id `$1`. One at a time, because a track takes up to 5 MB. */
const nextRun = statement.read<StoredRun>('remeasure_next', sql`${run} where w.id > $1 order by w.id limit 1`, reason);
const oneRun = statement.read<StoredRun>('remeasure_one', sql`${run} where w.id = $1`, reason);

const { at, valuesOf } = namedParameters(['id', 'sensorFigures', ...measuredColumns]);
const updateRun = statement.write<{ id: number }>(
  'remeasure_update',
  `with s as (
     update workout_sensors set figures = ${at.sensorFigures}::jsonb
     where workout_id = ${at.id} and ${at.sensorFigures}::jsonb is not null
   ) update workout set
     start_slot = case when ${startsWith(at.runDate)} then start_slot
       else (select coalesce(max(o.start_slot) + 1, 0) from workout o where o.user_id = workout.user_id
         and ${startsWith(at.runDate, 'o.run_date')}) end,
     ${measuredColumns.map((name) => `${columnOf(Workout, name)} = ${at[name]}${name === 'runDate' ? '::timestamptz' : ''}`).join(', ')}
   where id = ${at.id} returning id`,
);

/** A stored run of which figures are measured differently now. */
export interface ChangedRun {
  id: number;
  /** What changes, each with the stored value and the one that is measured now. */
  changes: { name: keyof MeasuredFigures; from: string | number | null; to: string | number | null }[];
}

/**
 * Measures all stored runs with points again, one after the other, without writing anything (decisions P12).
 * @param found called for each run that would change
 * @returns the number of runs with points
 */
export async function findChangedRuns(database: Database, found: (run: ChangedRun) => void): Promise<number> {
  let count = 0;
  for (let after = 0; ; count++) {
    const stored = await database.unhurried.one(nextRun, [after]);
    if (!stored) return count;
    const { changes } = await compared(stored);
    if (changes.length > 0) found({ id: stored.id, changes });
    after = stored.id;
  }
}

/**
 * Stores the figures of a run as they are measured now, and the stats of the runner, in a transaction with the lock that every
 * write of workouts takes. Returns whether something was changed.
 */
export async function remeasureRun(database: Database, id: number): Promise<boolean> {
  const correct = async (tx: Transaction) => {
    const found = await tx.one(oneRun, [id]);
    if (!found || !(await tx.one(lockStats, [found.userId]))) return false;
    // Again, because it could have changed until it was locked.
    const stored = await tx.one(oneRun, [id]);
    if (!stored) return false;
    const { changes, figures, sensors } = await compared(stored);
    if (changes.length === 0) return false;
    await tx.one(updateRun, valuesOf({ ...figures, id, sensorFigures: sensors && JSON.stringify(sensors) }));
    await tx.one(rebuildStats, [stored.userId]);
    return true;
  };
  return database.transaction(correct, { unhurried: true });
}

async function compared(stored: StoredRun) {
  const track = unpackTrack(stored.points);
  const withSensors = stored.sensors ? { ...track, sensors: unpackSensors(stored.sensors) } : track;
  const { figures, sensors } = await remeasured(stored, withSensors);
  const changes = measuredColumns
    .filter((name) => figures[name] !== stored[name])
    .map((name) => ({ name, from: stored[name], to: figures[name] }));
  return { changes, figures, sensors };
}
