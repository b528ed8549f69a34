// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { checkText } from '../../../platform/text.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { insertInto, namedParameters } from '../../../platform/database/insert.ts';
import { statement } from '../../../platform/database/statement.ts';
import { invalid } from '../../../errors.ts';
import { viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { Route } from '../../routes/route.entity.ts';
import { checkDistance } from '../../workouts/check-workout.ts';
import type { RouteRecord, RunRecord } from './records.ts';
import type { Outcome } from './outcome.ts';

const { decode } = codec;
/** The largest number of points of a line (decisions R10), with room for ends of segments. */
const mostPoints = 4000;

const { at, valuesOf } = namedParameters(columnsOf(Route, { without: ['id', 'hiddenPrivacy'] }));
const [run, name, polyline] = [`${at.workoutId}::bigint`, `${at.name}::text`, `${at.polyline}::text`];
const created = `${at.createdDate}::timestamptz`;

/** There is no row if the run has a route, or if the owner has the same line with that name or of that moment. */
const insertImported = statement.write<{ id: number }>(
  'insert_imported_route',
  `${insertInto(Route, {
    ...at,
    name,
    polyline,
    workoutId: `(select id from workout where id = ${run} and user_id = ${at.ownerId})`,
    createdDate: `least(${created}, now())`,
  })}
   where not exists (select 1 from route r where r.owner_id = ${at.ownerId} and (r.workout_id = ${run}
     or (r.polyline = ${polyline} and (r.name = ${name} or r.created_date = ${created}))))
   on conflict (workout_id) do nothing returning id`,
  { owner: `r.owner_id = ${at.ownerId}` },
);

/** Stores a route of an archive. @param workoutId the run here to which it belongs, or null */
export async function bringRoute(
  context: Context,
  route: RouteRecord,
  ofRun: RunRecord | null,
  workoutId: number | null,
): Promise<Outcome> {
  const checked = {
    name: checkText(route.name, 'name', 'title', true),
    distanceInMeters: checkDistance(route.distanceInMeters),
  };
  const [startLat, startLng] = startOf(route.polyline);
  const isOwn = ofRun !== null && ofRun.privacy !== route.privacy;
  const { id: _id, ...columns } = route;
  const own = { ownerId: viewerOf(context).id, workoutId, ownPrivacy: isOwn, source: 'workout', startLat, startLng };
  const made = await context.database.one(insertImported, valuesOf({ ...columns, ...checked, ...own }));
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
