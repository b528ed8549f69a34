import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { privacies, runTypes, wordOf } from '../words.ts';
import { decimal } from './decimal.ts';
import { timestamp } from './timestamp.ts';

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
