/** PostgreSQL plans the local feed with the index of places, and never as a scan of all posts. */
import { expect, test } from '@jest/globals';
import { feeds } from '../../src/domain/feed/feed.queries.ts';
import { cellsOfCircle, gridSpot } from '../../src/domain/rules/grid.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const place = { latitude: 47.3, longitude: 8.5 };
const newest = Number.MAX_SAFE_INTEGER;

/** A node of a plan, as PostgreSQL tells of it. */
interface Node {
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Where all write in one town, an even spread of the posts over the few known places is the wrong guess for all others. */
test('posts of a place are never searched in the index of all posts by id', async () => {
  const writers = await manyPeople(service, 200, 'Townsman');
  await service.sql(
    `insert into post (author_id, body, privacy, spot) select id::bigint, 'x', 'public', ${gridSpot('47.3', '8.5')} from json_array_elements_text(?::json) u(id), generate_series(1, 100)`,
    [JSON.stringify(writers.map(({ id }) => id))],
  );
  await service.sql('analyze post');
  const { whole, edge } = cellsOfCircle(place.latitude, place.longitude);
  const pages = [
    ['older', newest, 0],
    ['deeper', 10_000, 0],
    ['newer', newest, 1],
  ] as const;
  await service.processContext.database.transaction(async (tx) => {
    const run = <Row>(name: string, text: string) => tx.all<Row>({ name: `plan_${name}`, text, writes: false }, []);
    await run('mode', 'set local plan_cache_mode = force_generic_plan');
    for (const [name, before, after] of pages) {
      const types = '(bigint, bigint, int, int[], int[], float8, float8, bigint)';
      await run(`prepare_${name}`, `prepare local_${name} ${types} as ${feeds.local[name].text}`);
      const values = `${before}, ${after}, 21, '{${whole.join()}}', '{${edge.join()}}', ${place.latitude}, ${place.longitude}, 1`;
      const [row] = await run<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain_${name}`,
        `explain (format json) execute local_${name}(${values})`,
      );
      const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan as Node);
      const byId = nodes.filter((node) => node['Index Name'] === 'post_pkey');
      expect([name, byId.map((node) => node['Index Cond'])]).toEqual([name, [expect.stringContaining('ANY')]]);
      expect([name, nodes.map((node) => node['Index Name'])]).toEqual([name, expect.arrayContaining(['post_local'])]);
    }
  });
});
