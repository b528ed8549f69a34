// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { renewed, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { ownWorkout } from '../workouts/own-workout.ts';
import { findRoute } from './find-route.ts';
import { lookUpAgain } from '../people/look-up-again.ts';
import { routeName } from './route-name.ts';
import type { RouteRow } from './route.queries.ts';

const { decode } = codec;

/**
 * `$1` is the workout, `$2` the viewer, `$3` the name, `$4` and `$5` the start, and `$6` the line that has it. A workout has at most one route,
 * which the unique index ensures. Line, length and privacy are the current ones of the workout. No row when the
 * workout has another line meanwhile, or when another request has created the route after the statement began.
 */
const insertRoute = statement.write<{ id: number }>(
  'insert_route',
  `with w as (
     select * from workout where id = $1 and user_id = $2 and polyline = $6 for share
   ), made as (
     insert into route (owner_id, workout_id, name, distance_in_meters, privacy, hidden_privacy, source, polyline, start_lat, start_lng)
     select w.user_id, w.id, $3::text, coalesce(w.distance_in_meters, 0), w.privacy, w.hidden_privacy, 'workout', w.polyline, $4::float8, $5::float8
     from w on conflict (workout_id) do nothing returning id
   )
   select id from made union all select id from route where workout_id = $1 limit 1`,
);

/**
 * Creates a route from a workout of the viewer that has points. A second call for the same workout returns the existing
 * route. Without a name, the route is named after its length and the nearest town. Its privacy is that of the workout
 * and follows it until `editRoute` sets another one.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function createRoute(context: Context, workoutId: number, name?: string | null): Promise<RouteRow> {
  const viewer = viewerOf(context);
  const workout = await ownWorkout(context, workoutId);
  const given = name == null ? '' : checkText(name, 'name', 'title');
  const start = workout.polyline === '' ? undefined : decode(workout.polyline, 5)[0];
  if (!start) throw invalid('workoutId', 'has no points to make a route from');
  const { name: named, isLate } =
    given === '' ? await routeName(context, workout.distanceInMeters ?? 0, start) : { name: given, isLate: false };
  const values = [workoutId, viewer.id, named, ...start, workout.polyline];
  const made = isLate
    ? await context.database.transaction(async (tx) => {
        const route = await tx.one(insertRoute, values);
        if (route) await lookUpAgain(context, tx, { routeId: route.id, name: named });
        return route;
      })
    : await context.database.one(insertRoute, values);
  if (!made) return createRoute(renewed(context), workoutId, name);
  const route = await findRoute(context, made.id);
  if (!route) throw new Failure('NOT_FOUND');
  return route;
}
