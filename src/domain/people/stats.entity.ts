import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const StatsSchema = defineEntity({
  name: 'Stats',
  tableName: 'stats',
  properties: {
    /**
     * The id of the user, who has one row. Its lock also makes the changes of a user's workouts run one after the other
     * (R2).
     */
    user: () => p.oneToOne(User).primary().owner().fieldName('id').deleteRule('cascade'),
    totalDistanceInMeters: p.decimal('number').precision(14).scale(2).default(0),
    maxDistanceInMeters: p.decimal('number').precision(12).scale(2).nullable(),
    maxDurationInSeconds: p.integer().nullable(),
    maxElevationGainInMeters: p.decimal('number').precision(8).scale(2).nullable(),
    latestWorkoutDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
    bestMileDurationInSeconds: p.integer().nullable(),
    best5kDurationInSeconds: p.integer().fieldName('best_5k_duration_in_seconds').nullable(),
    best10kDurationInSeconds: p.integer().fieldName('best_10k_duration_in_seconds').nullable(),
    bestHalfMarathonDurationInSeconds: p.integer().nullable(),
    bestMarathonDurationInSeconds: p.integer().nullable(),
  },
});

/** The figures of a user, which are updated in the transaction of each change of a workout (R9). */
export class Stats extends StatsSchema.class {}
StatsSchema.setClass(Stats);
