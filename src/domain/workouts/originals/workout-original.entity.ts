import { defineEntity, p } from '@mikro-orm/core';
import type { RecordingFormat } from '@runners/recordings';
import { madeBy } from '../../../platform/database/made-by.ts';
import { Workout } from '../workout.entity.ts';
import { RecordingFile } from './recording-file.entity.ts';

const WorkoutOriginalSchema = defineEntity({
  name: 'WorkoutOriginal',
  tableName: 'workout_original',
  properties: {
    workout: () => p.oneToOne(Workout).primary().owner().deleteRule('cascade'),
    /** The runner. It is not a relation, because the row goes with the workout. */
    userId: p.bigint('number'),
    /** The size of the file in bytes as it was sent, which counts towards the quota. */
    size: p.integer(),
    /** The SHA-256 of the file as it was sent. */
    digest: p.blob(),
    /** The format of the file. */
    format: p.string().$type<RecordingFormat>().length(3).default('gpx'),
    /** The compressed file until it is in the store, and null from then on. */
    content: p.blob().nullable(),
    /** Its file in the store; null before. */
    file: () => p.manyToOne(RecordingFile).fieldName('key').nullable().deleteRule('no action'),
    /** When a process began to move the file into the store; null otherwise. */
    takenDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
  checks: [{ name: 'workout_original_place', expression: '(content is null) <> (key is null)' }],
  indexes: [
    madeBy('create index workout_original_file on workout_original (key) where key is not null'),
    madeBy('create index workout_original_waiting on workout_original (taken_date) where key is null'),
  ],
});

/**
 * The file that was uploaded as a workout, byte for byte, compressed with Zstandard. It is stored in the transaction of
 * the workout and moved into the store of recordings soon afterwards (decisions D357). When the row is deleted for any
 * reason, a trigger gives its size back to the quota and marks its file for removal.
 */
export class WorkoutOriginal extends WorkoutOriginalSchema.class {}
WorkoutOriginalSchema.setClass(WorkoutOriginal);
