import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { privacies, runTypes, wordOf } from '../enum-values.ts';
import { decimal } from './decimal.ts';
import { timestamp } from './timestamp.ts';
import { idField, uriField } from '../contract/description.ts';
import type { Fields, Parameters, RecordDescription } from '../contract/description.ts';
import type { Args } from '../args.ts';
import { longest } from '../../schema/lengths.ts';

/** A workout that is fetched alone (interface, Workout). */
export const workoutFields = graphql(`
  fragment workoutFields on Workout {
    databaseId
    title
    postBody
    runDate
    runType
    durationInSeconds
    distanceInMeters
    polyline
    staticMapUrl
    privacy
    source
    user {
      databaseId
    }
    post {
      databaseId
    }
  }
`);

export function wireWorkout(workout: ResultOf<typeof workoutFields>): WireMapping {
  return {
    id: workout.databaseId,
    resource_uri: uri('workout', workout.databaseId),
    title: workout.title,
    post_body: workout.postBody,
    run_date: timestamp(workout.runDate),
    run_type: wordOf(runTypes, workout.runType),
    duration_in_seconds: workout.durationInSeconds,
    distance_in_meters: decimal(workout.distanceInMeters),
    route_points_data: workout.polyline,
    static_map_url: workout.staticMapUrl,
    privacy: wordOf(privacies, workout.privacy),
    source: workout.source,
    user: uri('user', workout.user.databaseId),
    post: workout.post ? uri('post', workout.post.databaseId) : null,
  };
}

/** The workout inside a post: a subset (interface, Post). */
export const postedWorkoutFields = graphql(`
  fragment postedWorkoutFields on Workout {
    databaseId
    title
    runDate
    runType
    durationInSeconds
    distanceInMeters
  }
`);

export function wirePostedWorkout(workout: ResultOf<typeof postedWorkoutFields>): WireMapping {
  return {
    id: workout.databaseId,
    resource_uri: uri('workout', workout.databaseId),
    title: workout.title,
    run_date: timestamp(workout.runDate),
    run_type: wordOf(runTypes, workout.runType),
    duration_in_seconds: workout.durationInSeconds,
    distance_in_meters: decimal(workout.distanceInMeters),
  };
}

const postedFields = {
  id: idField,
  resource_uri: uriField,
  title: { type: 'text' },
  run_date: { type: 'timestamp' },
  run_type: { type: 'text', values: Object.keys(runTypes) },
  duration_in_seconds: { type: 'integer', about: 'Without pauses.' },
  distance_in_meters: { type: 'decimal', nullable: true },
} as const satisfies Fields;

/** The description of a workout for the contract. */
export const workoutRecord = {
  about: 'A workout, as returned to its owner and to everyone who may see it.',
  fields: {
    ...postedFields,
    post_body: { type: 'text' },
    route_points_data: { type: 'text', about: 'The track as an encoded polyline; empty without points.' },
    static_map_url: { type: 'URL', nullable: true, about: 'A signed URL that needs no key; null without points.' },
    privacy: { type: 'text', values: Object.keys(privacies) },
    source: { type: 'text', values: ['json', 'gpx'] },
    user: { type: 'URI' },
    post: { type: 'URI', nullable: true, about: 'Null once the post is deleted.' },
  },
} as const satisfies RecordDescription;

/** The description of the workout inside a post for the contract. */
export const postedWorkoutRecord = {
  about: 'The workout, as embedded in a post.',
  fields: postedFields,
} as const satisfies RecordDescription;

/** The fields of a JSON workout body (interface, JSON workout body). */
export const workoutBody = {
  run_date: { type: 'timestamp', required: true },
  title: { type: 'text', required: true, about: `At most ${longest('title')}.` },
  post_body: { type: 'text', default: 'empty', about: `At most ${longest('text')}.` },
  run_type: { type: 'text', required: true, values: Object.keys(runTypes) },
  duration_in_seconds: { type: 'integer', default: 'measured from the points', about: 'Without pauses.' },
  distance_in_meters: { type: 'float', default: 'measured from the points' },
  privacy: { type: 'text', default: 'public', values: Object.keys(privacies) },
  social_access_token: { type: 'text', about: 'A token of the social network: the workout is shared there.' },
  points: { type: 'route points', default: 'none' },
} as const satisfies Parameters;

/** Reads such a body. @throws Failure INVALID naming the fields that are not valid */
export function workoutInput(args: Args) {
  return {
    title: args.text('title'),
    postBody: args.textOrNull('post_body'),
    runDate: args.moment('run_date'),
    runType: args.requiredWord('run_type', runTypes),
    durationInSeconds: args.integerOrNull('duration_in_seconds'),
    distanceInMeters: args.decimalOrNull('distance_in_meters'),
    privacy: args.word('privacy', privacies),
    points: args.track('points'),
    socialAccessToken: args.trimmedOrNull('social_access_token'),
  };
}
