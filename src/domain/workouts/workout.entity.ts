import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import type { PostChanges } from '../live/post-changes.ts';
import type { Privacy } from '../rules/visibility.ts';
import type { RunType } from './run-types.ts';
import { lengths } from '../../platform/text.ts';

const WorkoutSchema = defineEntity({
  name: 'Workout',
  tableName: 'workout',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    title: p.string().length(lengths.title),
    postBody: p.text().default(''),
    runDate: p.datetime(6).columnType('timestamptz(6)'),
    /** One of the nine run types. */
    runType: p.string().$type<RunType>().length(12),
    /** The word a device sent when it was none of the nine (R3). */
    sourceType: p.string().length(lengths.name).nullable(),
    durationInSeconds: p.integer(),
    distanceInMeters: p.decimal('number').precision(12).scale(2).nullable(),
    elevationGainInMeters: p.decimal('number').precision(8).scale(2).nullable(),
    /** `public`, `friends`, `private`; the post carries the same word for its feed indexes. */
    privacy: p.string().$type<Privacy>().length(7),
    /** The privacy that it had when staff hid its post, and gets back; null when it is not hidden. */
    hiddenPrivacy: p.string().$type<Privacy>().length(7).nullable(),
    /** How it came in: `json` or `gpx`. */
    source: p.string().$type<'json' | 'gpx'>().length(12),
    /** Digest of the points, for duplicates (R2); null without points. */
    pointsHash: p.blob().nullable(),
    /** Encoded polyline, precision 5, simplified to 10 m, or to 2,000 points (R10); empty without points. */
    polyline: p.text().default(''),
    bestMileDurationInSeconds: p.integer().nullable(),
    best5kDurationInSeconds: p.integer().fieldName('best_5k_duration_in_seconds').nullable(),
    best10kDurationInSeconds: p.integer().fieldName('best_10k_duration_in_seconds').nullable(),
    bestHalfMarathonDurationInSeconds: p.integer().nullable(),
    bestMarathonDurationInSeconds: p.integer().nullable(),
    /** 0 for a user's first workout of a second, 1 for the next …: what makes them apart in `workout_start`. */
    startSlot: p.smallint().default(0),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  checks: [{ name: 'workout_hidden', expression: "hidden_privacy is null or privacy = 'private'" }],
  indexes: [
    {
      name: 'workout_start',
      expression:
        "create unique index workout_start on workout (user_id, date_trunc('second', run_date at time zone 'UTC'), start_slot)",
    },
    {
      name: 'workout_of_user',
      expression: 'create index workout_of_user on workout (user_id, run_date desc, id desc)',
    },
  ],
});

/** One run. */
export class Workout extends WorkoutSchema.class {}
WorkoutSchema.setClass(Workout);

/** What its changes mean for those who follow its post. */
export const workoutChanges: PostChanges<Workout> = {
  id: 'fixed',
  user: 'fixed',
  title: 'published',
  postBody: { because: 'it is changed together with the body of the post, which is told' },
  runDate: 'published',
  runType: 'published',
  sourceType: 'published',
  durationInSeconds: 'published',
  distanceInMeters: 'published',
  elevationGainInMeters: 'published',
  privacy: { because: 'it is changed together with the privacy of the post, which is told' },
  hiddenPrivacy: 'hidden',
  source: 'fixed',
  pointsHash: 'hidden',
  polyline: { because: 'it changes with the points only, and so do distance, duration or climb' },
  bestMileDurationInSeconds: 'hidden',
  best5kDurationInSeconds: 'hidden',
  best10kDurationInSeconds: 'hidden',
  bestHalfMarathonDurationInSeconds: 'hidden',
  bestMarathonDurationInSeconds: 'hidden',
  startSlot: 'hidden',
  createdDate: 'hidden',
};
