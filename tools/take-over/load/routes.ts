// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { encodedPolyline } from '@runners/recordings';
import { twoPlaces } from '../../../src/domain/rules/two-places.ts';
import { privacyAfter } from '../../../src/domain/rules/privacy-after.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import { Unusable } from '../bundle/unusable.ts';
import { isOurs, privacyOf, reason, replaced, rows, sql } from './kind.ts';
import type { Kind } from './kind.ts';

const { decode } = codec;

const lineOf = statement.read<{ polyline: string; userId: number; privacy: string }>(
  'take_over_line_of_workout',
  `select polyline, user_id as "userId", ${privacyOf('workout')} as privacy from workout where id = $1`,
  reason,
);

const columns =
  'owner_id, workout_id, name, distance_in_meters, own_privacy, source, polyline, start_lat, start_lng, created_date';

/**
 * Saved routes with who has them as a favorite. A route has the privacy of its run, as a new one, and one without a run is public,
 * because routes of the contract have no privacy.
 */
export const routes: Kind<'routes'> = {
  async prepare(route, { database, taken }) {
    const run = route.workout === null ? undefined : await database.one(lineOf, [route.workout]);
    const polyline = route.points ? encodedPolyline(route.points) : (run?.polyline ?? '');
    const [start] = polyline === '' ? [] : decode(polyline, 5);
    const owner = route.user ?? run?.userId;
    if (!start || owner === undefined) throw new Unusable('points are required, because its run has none');
    const row = {
      id: route.id,
      owner_id: owner,
      workout_id: run ? route.workout : null,
      name: route.name,
      distance_in_meters: twoPlaces(route.distance_in_meters),
      privacy: run?.privacy ?? 'public',
      own_privacy: !run,
      source: route.source,
      polyline,
      start_lat: start[0],
      start_lng: start[1],
      created_date: route.created_date ?? taken,
      favorited_by: route.favorited_by,
    };
    return { row, notes: [] };
  },
  write: sql.write(
    'routes',
    `with ${rows(`id bigint, owner_id bigint, workout_id bigint, name text, distance_in_meters numeric, privacy text, own_privacy boolean,
       source text, polyline text, start_lat float8, start_lng float8, created_date timestamptz, favorited_by bigint[]`)}, t as (
       insert into route (id, ${columns}, privacy) select id, ${columns}, privacy from r
       on conflict (id) do update set ${replaced(columns)}, ${privacyAfter('excluded.privacy', 'route.')} where ${isOurs('routes', 'route.id')} returning id
     ), gone as (
       delete from route_favorite f using r join t using (id) where f.route_id = r.id and f.user_id <> all(r.favorited_by)
     ), f as (
       insert into route_favorite (user_id, route_id, is_favorite)
       select one, r.id, true from r join t using (id), unnest(r.favorited_by) one
       on conflict (user_id, route_id) do update set is_favorite = true
     ) select id from t`,
  ),
  stored: sql.stored(
    'routes',
    'route t',
    `owner_id, workout_id, name, distance_in_meters, privacy, own_privacy, source, polyline | start_lat start_lng, created_date, favorited_by`,
    {
      privacy: privacyOf('t'),
      favorited_by: `(select coalesce(array_agg(f.user_id order by f.user_id), '{}') from route_favorite f where f.route_id = t.id and f.is_favorite)`,
    },
  ),
  remove: sql.remove('routes', 'delete from route where id = any($1::bigint[]) returning id'),
};
