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
    route_points_data: text('polyline', { about: 'The track as an encoded polyline; empty without points.' }),
    static_map_url: url('staticMapUrl', {
      nullable: true,
      about: 'A signed URL that needs no key; null without points.',
    }),
    privacy: word('Privacy', privacies)('privacy'),
    source: text('source', { values: ['json', 'gpx'] }),
    user: uriOf('user'),
    post: uriOf('post', { nullable: true, about: 'Null once the post is deleted.' }),
  },
);

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
