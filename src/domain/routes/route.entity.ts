import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { declareLongTexts } from '../../platform/database/columns.ts';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import type { Privacy } from '../rules/visibility.ts';
import { Workout } from '../workouts/workout.entity.ts';
import { placeAndLength, placeOnEarth } from './place-on-earth.ts';

const RouteSchema = defineEntity({
  name: 'Route',
  tableName: 'route',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    owner: () => p.manyToOne(User).deleteRule('cascade'),
    /**
     * The workout from which the route was created, which has at most one route. It is null after the workout was
     * deleted; the route remains.
     */
    workout: () => p.oneToOne(Workout).owner().nullable().deleteRule('set null'),
    name: p.string().length(storedLengths.title),
    distanceInMeters: p.decimal('number').precision(12).scale(2),
    /** The privacy of the workout, which it follows unless the owner has set one for the route. */
    privacy: p.string().$type<Privacy>().length(7),
    /** Whether the owner has set the privacy of the route itself, so that it does not follow that of the workout. */
    ownPrivacy: p.boolean().default(false),
    /** The privacy that it had when staff hid the post of its workout, and gets back; null when it is not hidden. */
    hiddenPrivacy: p.string().$type<Privacy>().length(7).nullable(),
    /** The origin: `workout`. */
    source: p.string().length(12).$type<'workout'>(),
    /** An encoded polyline of precision 5, simplified to 10 m or to 2,000 points (R10). */
    polyline: p.text(),
    /** The start of the route in degrees. */
    startLat: p.double().$type<number>(),
    startLng: p.double().$type<number>(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  checks: [{ name: 'route_hidden', expression: "hidden_privacy is null or privacy = 'private'" }],
  indexes: [
    madeBy('create index route_of_owner on route (owner_id, id desc)'),
    madeBy(`create index route_nearby on route using gist (${placeOnEarth('start_lat', 'start_lng')})`),
    madeBy(
      `create index route_nearby_length on route using gist (${placeAndLength('start_lat', 'start_lng', 'distance_in_meters')})`,
    ),
  ],
});

/** A route that was created from a workout. */
export class Route extends RouteSchema.class {}
RouteSchema.setClass(Route);
// A polyline has up to 2,000 points, of up to 12 letters each.
declareLongTexts(Route, { polyline: 24_000 });
