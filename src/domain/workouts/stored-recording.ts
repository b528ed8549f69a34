import { insertInto, namedParameters } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries, SqlValue } from '@runners/postgres';
import { packSensors } from '@runners/recordings';
import type { SensorFigures, Track } from '@runners/recordings';
import { OriginalsUsage } from './originals/originals-usage.entity.ts';
import type { PackedOriginal } from './originals/pack-original.ts';
import { WorkoutOriginal } from './originals/workout-original.entity.ts';
import { WorkoutSensors } from './workout-sensors.entity.ts';

/** The parameters of what a recording has besides its points. */
export const recordingParameters = [
  'sensors',
  'sensorFigures',
  'originalFormat',
  'originalSize',
  'originalDigest',
  'originalContent',
  'originalsQuota',
] as const;

/** What a recording has besides its points, by the names of `recordingParameters`. */
export type RecordingValues = Record<(typeof recordingParameters)[number], SqlValue>;

/**
 * The values of a recording; null if it has neither sensors nor an original file.
 * @param quota the bytes of original files that the runner may keep
 */
export function recordingValues(
  sensors: Track['sensors'],
  figures: SensorFigures | null,
  original: PackedOriginal | null,
  quota: number,
): RecordingValues | null {
  const packed = packSensors(sensors);
  if (!packed && !original) return null;
  return {
    sensors: packed && Buffer.from(packed.buffer),
    sensorFigures: packed && JSON.stringify(figures ?? {}),
    originalFormat: original?.format ?? null,
    originalSize: original?.size ?? null,
    originalDigest: original?.digest ?? null,
    originalContent: original?.content ?? null,
    originalsQuota: quota,
  };
}

/**
 * The parts of a statement that store what a recording has besides its points. They follow a part `w` with the `id` of the
 * workout, and a part `s` that has locked the stats of the runner, so that this lock always comes first. The original is
 * kept only if it fits into the quota, which the row of its usage decides. It is kept if `o` has a row.
 */
export function recordingParts(
  at: Readonly<Record<(typeof recordingParameters)[number], string>>,
  userId: string,
): string {
  const size = `${at.originalSize}::int`;
  const quota = `${at.originalsQuota}::bigint`;
  return `z as (
      ${insertInto(WorkoutSensors, { workoutId: 'w.id', packed: `${at.sensors}::bytea`, figures: `${at.sensorFigures}::jsonb` })}
      from w where ${at.sensors}::bytea is not null
    ), u as (
      ${insertInto(OriginalsUsage, { userId: `${userId}::bigint`, bytes: size })}
      from s where ${at.originalContent}::bytea is not null and ${size} <= ${quota}
      on conflict (user_id) do update set bytes = originals_usage.bytes + excluded.bytes
        where originals_usage.bytes + excluded.bytes <= ${quota}
      returning user_id
    ), o as (
      ${insertInto(WorkoutOriginal, {
        workoutId: 'w.id',
        userId: 'u.user_id',
        size,
        format: `${at.originalFormat}::text`,
        digest: `${at.originalDigest}::bytea`,
        content: `${at.originalContent}::bytea`,
      })} from w, u
      returning workout_id
    )`;
}

const { at, valuesOf } = namedParameters(['workoutId', 'userId', ...recordingParameters]);

/** `$1` is the workout. Its sensors and its original file are removed. */
const removeRecording = statement.write(
  'remove_recording',
  'with o as (delete from workout_original where workout_id = $1) delete from workout_sensors where workout_id = $1',
);

/** The stats of the runner are locked already. */
const insertRecording = statement.write<{ originalKept: boolean }>(
  'insert_recording',
  `with w as (select ${at.workoutId}::bigint as id), s as (select 1),
   ${recordingParts(at, at.userId)} select exists (select 1 from o) as "originalKept"`,
);

/**
 * Replaces what a workout has besides its points, in a transaction that has locked the stats of the runner. Returns
 * whether the original is kept.
 */
export async function replaceRecording(
  tx: Queries,
  workoutId: number,
  userId: number,
  values: RecordingValues | null,
): Promise<boolean> {
  await tx.all(removeRecording, [workoutId]);
  if (!values) return false;
  return (await tx.one(insertRecording, valuesOf({ ...values, workoutId, userId })))?.originalKept ?? false;
}
