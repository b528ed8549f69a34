// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { checkText } from '../../../platform/text.ts';
import { statement } from '../../../platform/database/statement.ts';
import { invalid } from '../../../errors.ts';
import { viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { checkDistance } from '../../workouts/check-workout.ts';
import type { RouteRecord, RunRecord } from './records.ts';
import type { Outcome } from './outcome.ts';

const { decode } = codec;
/** The largest number of points of a line (decisions R10), with room for ends of segments. */
const mostPoints = 4000;

/**
 * `$1` is the owner, `$2` the run or null, `$3` the name, `$4` the distance, `$5` the privacy, `$6` whether it is its own, `$7`
 * the line, `$8` and `$9` the start, and `$10` when it was made. There is no row if the run has a route, or if the owner has the
 * same line with that name or of that moment.
 */
const insertImported = statement.write<{ id: number }>(
  'insert_imported_route',
  `insert into route (owner_id, workout_id, name, distance_in_meters, privacy, own_privacy, source, polyline, start_lat, start_lng, created_date)
   select $1, (select id from workout where id = $2::bigint and user_id = $1), $3::text, $4::numeric, $5::text, $6::boolean, 'workout',
     $7::text, $8::float8, $9::float8, least($10::timestamptz, now())
   where not exists (select 1 from route r where r.owner_id = $1 and (r.workout_id = $2::bigint
     or (r.polyline = $7::text and (r.name = $3::text or r.created_date = $10::timestamptz))))
   on conflict (workout_id) do nothing returning id`,
  { owner: 'r.owner_id = $1' },
);

/** Stores a route of an archive. @param workoutId the run here to which it belongs, or null */
export async function bringRoute(
  context: Context,
  route: RouteRecord,
  ofRun: RunRecord | null,
  workoutId: number | null,
): Promise<Outcome> {
  const name = checkText(route.name, 'name', 'title', true);
  const distance = checkDistance(route.distanceInMeters);
  const start = startOf(route.polyline);
  const isOwn = ofRun !== null && ofRun.privacy !== route.privacy;
  const { privacy, polyline, createdDate } = route;
  const values = [viewerOf(context).id, workoutId, name, distance, privacy, isOwn, polyline, ...start, createdDate];
  const made = await context.database.one(insertImported, values);
  return { kind: made ? 'added' : 'duplicate' };
}

/** @throws Failure INVALID unless the text is a line on Earth */
function startOf(polyline: string): [number, number] {
  // The codec reads beyond the end of a text that ends within a number.
  if (!/^(?:[_-~]*[?-^])+$/.test(polyline)) throw invalid('polyline', 'must be an encoded line', 'MALFORMED');
  const points = decode(polyline, 5);
  if (points.length > mostPoints) throw invalid('polyline', `must have at most ${mostPoints} points`, 'TOO_LONG');
  if (!points.every(([lat, lng]) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180))
    throw invalid('polyline', 'must lie on Earth', 'OUT_OF_RANGE');
  const [lat, lng] = points[0] as [number, number];
  return [lat, lng];
}
