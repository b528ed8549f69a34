import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { declareLongTexts } from '../../platform/database/columns.ts';
import { textBytes } from '../../platform/text.ts';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import type { PostChanges } from '../rules/post-changes.ts';
import type { Privacy } from '../rules/visibility.ts';
import type { RunType } from './run-types.ts';
import type { WorkoutSource } from './workout-sources.ts';

/** The value by which workouts are ordered by distance, for the index `workout_by_distance`. Unknown distances are the shortest. */
export const distanceKey = (table = '') => `coalesce(${table}distance_in_meters, -1)`;

const WorkoutSchema = defineEntity({
  name: 'Workout',
  tableName: 'workout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    title: p.string().length(storedLengths.title),
    postBody: p.text().default(''),
    runDate: p.datetime(6).columnType('timestamptz(6)'),
    /** One of the nine run types. */
    runType: p.string().$type<RunType>().length(12),
    /** The run type that a device sent, if it is not one of the nine (R3). */
    sourceType: p.string().length(storedLengths.name).nullable(),
    durationInSeconds: p.integer(),
    distanceInMeters: p.decimal('number').precision(12).scale(2).nullable(),
    elevationGainInMeters: p.decimal('number').precision(8).scale(2).nullable(),
    /** `public`, `friends` or `private`. The post contains the same value, for the indexes of feeds. */
    privacy: p.string().$type<Privacy>().length(7),
    /** The privacy that it had when staff hid its post, and gets back; null when it is not hidden. */
    hiddenPrivacy: p.string().$type<Privacy>().length(7).nullable(),
    /** Where its points come from. */
    source: p.string().$type<WorkoutSource>().length(12),
    /** A digest of the points, used to find duplicates (R2); null without points. */
    pointsHash: p.blob().nullable(),
    /** An encoded polyline of precision 5, simplified to 10 m or to 2,000 points (R10). It is empty without points. */
    polyline: p.text().default(''),
    /** The laps that a device counted (`src/domain/workouts/laps.ts`); null without any. */
    laps: p.text().nullable(),
    bestMileDurationInSeconds: p.integer().nullable(),
    best5kDurationInSeconds: p.integer().fieldName('best_5k_duration_in_seconds').nullable(),
    best10kDurationInSeconds: p.integer().fieldName('best_10k_duration_in_seconds').nullable(),
    bestHalfMarathonDurationInSeconds: p.integer().nullable(),
    bestMarathonDurationInSeconds: p.integer().nullable(),
    /**
     * 0 for the first workout of a user in a second, 1 for the next one, and so on. It makes them distinct in
     * `workout_start`.
     */
    startSlot: p.smallint().default(0),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  checks: [{ name: 'workout_hidden', expression: "hidden_privacy is null or privacy = 'private'" }],
  indexes: [
    madeBy(
      "create unique index workout_start on workout (user_id, date_trunc('second', run_date at time zone 'UTC'), start_slot)",
    ),
    madeBy('create index workout_of_user on workout (user_id, run_date desc, id desc)'),
    madeBy(`create index workout_by_distance on workout (user_id, (${distanceKey()}) desc, id desc)`),
  ],
});

/** A run. */
export class Workout extends WorkoutSchema.class {}
WorkoutSchema.setClass(Workout);
// A polyline has up to 2,000 points, of up to 12 letters each, and there are up to 500 laps, of up to 40.
declareLongTexts(Workout, { postBody: textBytes, polyline: 24_000, laps: 20_000 });

/** The effect of changes on subscriptions to the post. */
export const workoutChanges: PostChanges<Workout> = {
  id: 'fixed',
  user: 'fixed',
  title: 'published',
  postBody: { because: 'it is changed together with the body of the post, which is published' },
  runDate: 'published',
  runType: 'published',
  sourceType: 'published',
  durationInSeconds: 'published',
  distanceInMeters: 'published',
  elevationGainInMeters: 'published',
  privacy: { because: 'it is changed together with the privacy of the post, which is published' },
  hiddenPrivacy: 'hidden',
  source: 'fixed',
  pointsHash: 'hidden',
  polyline: { because: 'it changes with the points only, and so do distance, duration or elevation gain' },
  laps: { because: 'they change with the points only' },
  bestMileDurationInSeconds: 'hidden',
  best5kDurationInSeconds: 'hidden',
  best10kDurationInSeconds: 'hidden',
  bestHalfMarathonDurationInSeconds: 'hidden',
  bestMarathonDurationInSeconds: 'hidden',
  startSlot: 'hidden',
  createdDate: 'hidden',
};
