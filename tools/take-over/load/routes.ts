// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { encodedPolyline } from '@runners/recordings';
import { twoPlaces } from '../../../src/domain/rules/two-places.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { Around, LineOfRun } from './around.ts';
import { Unusable } from '../bundle/unusable.ts';
import { reason, rows, rowsOf } from './kind.ts';
import type { Kind } from './kind.ts';
import { privacyOf, Table } from './table.ts';

const { decode } = codec;

const lineOfWorkout = statement.read<LineOfRun>(
  'take_over_line_of_workout',
  `select polyline, user_id as "userId", ${privacyOf('workout')} as privacy from workout where id = $1`,
  reason,
);

/** Reads the lines of runs from the database. */
export const lineFrom =
  ({ unhurried }: { unhurried: Queries }): Around['lineOf'] =>
  (workout) =>
    unhurried.one(lineOfWorkout, [workout]);

const table = new Table('route', 'routes', {
  made: ['owner_id', 'workout_id', 'privacy', 'own_privacy', 'polyline', 'start_lat', 'start_lng'],
});

/**
 * Saved routes with who has them as a favorite. A route has the privacy of its run, as a new one, and one without a run is public,
 * because routes of the contract have no privacy.
 */
export const routes: Kind<'routes'> = {
  ...rowsOf('routes', {
    from: { t: table },
    write: `${rows(table, 'favorited_by bigint[]')}, t as (${table.upsert('from r')}
     ), gone as (
       delete from route_favorite f using r join t using (id) where f.route_id = r.id and f.user_id <> all(r.favorited_by)
     ), f as (
       insert into route_favorite (user_id, route_id, is_favorite)
       select one, r.id, true from r join t using (id), unnest(r.favorited_by) one
       on conflict (user_id, route_id) do update set is_favorite = true
     ) select id from t`,
    more: {
      favorited_by: `(select coalesce(array_agg(f.user_id order by f.user_id), '{}') from route_favorite f where f.route_id = t.id and f.is_favorite)`,
    },
    groups: { polyline: [[], ['start_lat', 'start_lng']] },
  }),
  async prepare(route, { lineOf, taken }) {
    const run = route.workout === null ? undefined : await lineOf(route.workout);
    const polyline = route.points ? encodedPolyline(route.points) : (run?.polyline ?? '');
    const [start] = polyline === '' ? [] : decode(polyline, 5);
    const owner = route.user ?? run?.userId;
    if (!start || owner === undefined) throw new Unusable('points are required, because its run has none');
    const row = {
      ...table.rowOf(route),
      owner_id: owner,
      workout_id: run ? route.workout : null,
      distance_in_meters: twoPlaces(route.distance_in_meters),
      privacy: run?.privacy ?? 'public',
      own_privacy: !run,
      polyline,
      start_lat: start[0],
      start_lng: start[1],
      created_date: route.created_date ?? taken,
      favorited_by: route.favorited_by,
    };
    return { row, notes: [] };
  },
};
