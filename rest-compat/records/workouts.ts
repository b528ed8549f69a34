import { longest } from '../../schema/lengths.ts';
import type { Args } from '../args.ts';
import type { Parameters } from '../contract/description.ts';
import { privacies, routeSources, runTypes } from '../enum-values.ts';
import { boolean, decimal, integer, self, text, timestamp, uriOf, url, word } from './column.ts';
import { record } from './record.ts';

const title = text('title');
const figures = {
  run_date: timestamp('runDate'),
  run_type: word('RunType', runTypes)('runType'),
  duration_in_seconds: integer('durationInSeconds', { about: 'Without pauses.' }),
  distance_in_meters: decimal('distanceInMeters', { nullable: true }),
};

/** The workout inside a post: a subset (interface, Post). */
export const postedWorkout = record(
  {
    on: 'Workout',
    name: 'Posted workout',
    fragment: 'postedWorkoutFields',
    about: 'The workout, as embedded in a post.',
  },
  { ...self('workout'), title, ...figures },
);

/** A workout that is fetched alone (interface, Workout). */
export const workout = record(
  { on: 'Workout', about: 'A workout, as returned to its owner and to everyone who may see it.', alike: postedWorkout },
  {
    ...self('workout'),
    title,
    post_body: text('postBody'),
    ...figures,
    route_points_data: text('polyline', {
      about: 'The track as an encoded polyline, simplified to 10 m and at most 2,000 points; empty without points.',
    }),
    static_map_url: url('staticMapUrl', {
      nullable: true,
      about: 'A signed URL that needs no key; null without points.',
    }),
    privacy: word('Privacy', privacies)('privacy'),
    // Old apps know these two: a file in another format is a file to them.
    source: {
      ...text('source', { values: ['json', 'gpx'] }),
      code: 'node.source === "json" ? node.source : "gpx"',
    },
    user: uriOf('user'),
    post: uriOf('post', { nullable: true, about: 'Null once the post is deleted.' }),
  },
);

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

/** A route (interface, Route). */
export const route = record(
  { on: 'Route', about: 'A saved route.' },
  {
    ...self('route'),
    name: text('name'),
    distance_in_meters: decimal('distanceInMeters'),
    is_favorite: boolean('isFavorite', { about: 'Whether it is a favorite of the current user.' }),
    source: word('RouteSource', routeSources)('source'),
    static_map_url: url('staticMapUrl', { assured: true, about: 'A signed URL that needs no key.' }),
  },
);
