import type { Client } from 'pg';
import { feeds } from '../../../src/domain/feed/feed.queries.ts';
import { cellsOfCircle, localRadius } from '../../../src/domain/rules/grid.ts';
import { asTheService } from './flat-reads.ts';
import type { Calls } from './flat-reads.ts';
import { cityRows } from './places.ts';

/*
 * The local feed for people of the towns, and for who lives 200 miles from one: there the edge of the circle runs
 * through the town, or just before it.
 */
const inTowns = `select f.location_lat as latitude, f.location_lng as longitude from profile f
  where f.location_lat is not null order by md5(f.id::text) limit 100`;
const aroundTowns = `select p.latitude, (p.longitude + 540)::numeric % 360 - 180 as longitude from ${cityRows}
  cross join generate_series(0, 7) way(n) cross join (values (-12000), (-1000), (1000), (12000)) off(meters)
  cross join lateral (select city.lat + cos(radians(way.n * 45)) * (${localRadius} + off.meters) / 111195 as latitude) y
  cross join lateral (select y.latitude, city.lng + sin(radians(way.n * 45)) * (${localRadius} + off.meters) / 111195
    / cos(radians((city.lat + y.latitude) / 2)) as longitude) p
  order by md5(p::text)`;

interface Place {
  latitude: number;
  longitude: number;
}

const newest = Number.MAX_SAFE_INTEGER;

/** Prepares the local feed in a database. @returns its pages of 20 there: the first and the deepest, up and down */
export async function localCalls(client: Client): Promise<Calls[]> {
  await asTheService(client);
  const types = '(bigint, bigint, int, int[], int[], float8, float8, bigint)';
  for (const name of ['older', 'deeper', 'newer'] as const)
    await client.query(`prepare local_${name} ${types} as ${feeds.local[name].text}`);
  const { rows } = await client.query<{ last: string }>('select max(id) as last from post');
  const posts = Number(rows[0]?.last);
  const all: Calls[] = [];
  for (const [who, sql] of [
    ['in towns', inTowns],
    ['200 miles from towns', aroundTowns],
  ] as const) {
    const { rows: places } = await client.query<Place>(sql);
    for (const [page, name, before, after] of [
      ['first', 'older', newest, 0],
      ['middle', 'deeper', Math.floor(posts / 2), 0],
      ['deepest', 'deeper', Math.floor(posts / 100), 0],
      ['oldest upwards', 'newer', newest, 1],
    ] as const)
      all.push({
        what: `local feed, readers ${who}, page ${page}`,
        calls: places.map((place) => callOf(`local_${name}`, place, before, after)),
      });
  }
  return all;
}

function callOf(name: string, place: Place, before: number, after: number): string {
  const [latitude, longitude] = [Number(place.latitude), Number(place.longitude)];
  const { whole, edge } = cellsOfCircle(latitude, longitude);
  const values = `${before}, ${after}, 21, '{${whole.join()}}', '{${edge.join()}}', ${latitude}, ${longitude}, 1`;
  return `execute ${name}(${values})`;
}
