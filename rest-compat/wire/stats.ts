import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { float } from '@runners/wire';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { decimal } from './decimal.ts';
import { timestamp } from './timestamp.ts';
import { idField, uriField } from '../contract/description.ts';
import type { Field, RecordDescription } from '../contract/description.ts';

export const statsFields = graphql(`
  fragment statsFields on Stats {
    databaseId
    avgWeeklyDistanceInMeters
    totalDistanceInMeters
    maxDistanceInMeters
    maxDurationInSeconds
    maxElevationGainInMeters
    latestWorkoutDate
    bestMileDurationInSeconds
    best5kDurationInSeconds
    best10kDurationInSeconds
    bestHalfMarathonDurationInSeconds
    bestMarathonDurationInSeconds
  }
`);

export function wireStats(stats: ResultOf<typeof statsFields>): WireMapping {
  return {
    id: stats.databaseId,
    resource_uri: uri('stats', stats.databaseId),
    user: uri('user', stats.databaseId),
    avg_weekly_distance_in_meters: float(stats.avgWeeklyDistanceInMeters),
    best_mile_duration_in_seconds: stats.bestMileDurationInSeconds,
    best_5k_duration_in_seconds: stats.best5kDurationInSeconds,
    best_10k_duration_in_seconds: stats.best10kDurationInSeconds,
    best_half_marathon_duration_in_seconds: stats.bestHalfMarathonDurationInSeconds,
    best_marathon_duration_in_seconds: stats.bestMarathonDurationInSeconds,
    latest_workout_date: timestamp(stats.latestWorkoutDate),
    max_distance_in_meters: decimal(stats.maxDistanceInMeters),
    max_duration_in_seconds: stats.maxDurationInSeconds,
    max_elevation_gain_in_meters: decimal(stats.maxElevationGainInMeters),
    total_distance_in_meters: stats.totalDistanceInMeters,
  };
}

const best: Field = { type: 'integer', nullable: true };

/** The description of the record for the contract. */
export const statsRecord = {
  about: 'Statistics of all workouts of a user, updated with every change. They cannot be written.',
  fields: {
    id: idField,
    resource_uri: uriField,
    user: { type: 'URI' },
    avg_weekly_distance_in_meters: { type: 'float', about: 'Over the last 28 days.' },
    best_mile_duration_in_seconds: best,
    best_5k_duration_in_seconds: best,
    best_10k_duration_in_seconds: best,
    best_half_marathon_duration_in_seconds: best,
    best_marathon_duration_in_seconds: best,
    latest_workout_date: { type: 'timestamp', nullable: true, about: 'Null without a workout.' },
    max_distance_in_meters: { type: 'decimal' },
    max_duration_in_seconds: { type: 'integer' },
    max_elevation_gain_in_meters: { type: 'decimal' },
    total_distance_in_meters: { type: 'integer' },
  },
} as const satisfies RecordDescription;
