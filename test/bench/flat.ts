import pg from 'pg';
import { feeds } from '../../src/feed/feed.queries.ts';
import { cellsOfCircle, localRadius } from '../../src/feed/grid.ts';
import { cityRows } from './places.ts';
import { quantile } from './quantile.ts';
import { settings } from './settings.ts';

/*
 * npm run bench:flat
 *
 * What the local feed reads in the database of npm run bench:seed (BENCH_DATABASE_URL): blocks and milliseconds of a
 * page of 20, the first and the deepest, for people of the towns, and for who lives 200 miles from one: there the edge
 * of the circle runs through the town, or just before it. Run it on databases of several sizes (BENCH_USERS,
 * BENCH_WORKOUTS of bench:seed): the figures should be about the same.
 */
const inTowns = `select f.location_lat as latitude, f.location_lng as longitude from profile f
  where f.location_lat is not null order by md5(f.id::text) limit 100`;
const aroundTowns = `select p.latitude, (p.longitude + 540)::numeric % 360 - 180 as longitude from ${cityRows}
  cross join generate_series(0, 7) way(n) cross join (values (-12000), (-1000), (1000), (12000)) off(meters)
  cross join lateral (select city.lat + cos(radians(way.n * 45)) * (${localRadius} + off.meters) / 111195 as latitude) y
  cross join lateral (select y.latitude, city.lng + sin(radians(way.n * 45)) * (${localRadius} + off.meters) / 111195
    / cos(radians((city.lat + y.latitude) / 2)) as longitude) p`;

const client = new pg.Client({ connectionString: settings.databaseUrl });
await client.connect();
// As the service runs it: planned once.
await client.query('set plan_cache_mode = force_generic_plan; set jit = off');
const types = '(bigint, bigint, int, int[], int[], float8, float8, bigint)';
for (const name of ['older', 'deeper', 'newer'] as const)
  await client.query(`prepare ${name} ${types} as ${feeds.local[name].text}`);

interface Place {
  latitude: number;
  longitude: number;
}
interface Node {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

async function read(name: 'older' | 'deeper' | 'newer', place: Place, before: number, after: number) {
  const [latitude, longitude] = [Number(place.latitude), Number(place.longitude)];
  const { whole, edge } = cellsOfCircle(latitude, longitude);
  const values = `${before}, ${after}, 21, '{${whole.join()}}', '{${edge.join()}}', ${latitude}, ${longitude}, 1`;
  const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) execute ${name}(${values})`);
  const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'] as [{ Plan: Node; 'Execution Time': number }];
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms };
}

const newest = Number.MAX_SAFE_INTEGER;
const { rows: sizes } = await client.query(
  'select (select count(*) from users) as users, (select max(id) from post) as posts',
);
const { users, posts } = sizes[0] as { users: string; posts: string };
console.log(`${users} users, ${posts} posts; blocks and milliseconds`);
console.log('| readers | page | | median | p95 | max | ms median | p95 | max |\n|---|---|---|---|---|---|---|---|---|');
for (const [who, sql] of [
  ['in towns', inTowns],
  ['200 miles from towns', aroundTowns],
] as const) {
  const { rows: places } = await client.query<Place>(sql);
  for (const [page, name, before, after] of [
    ['first', 'older', newest, 0],
    ['middle', 'deeper', Math.floor(Number(posts) / 2), 0],
    ['deepest', 'deeper', Math.floor(Number(posts) / 100), 0],
    ['oldest upwards', 'newer', newest, 1],
  ] as const) {
    const all = [];
    for (const place of places) all.push(await read(name, place, before, after));
    const columns = [all.map(({ blocks }) => blocks), all.map(({ ms }) => ms)].flatMap((list, n) =>
      [0.5, 0.95, 1].map((q) => quantile(list, q).toFixed(n)),
    );
    console.log(`| ${who} | ${page} | ${places.length} | ${columns.join(' | ')} |`);
  }
}
await client.end();
