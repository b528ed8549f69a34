/** PostgreSQL reads filtered lists of workouts in the order of an index, and sorts nothing. */
import { expect, test } from '@jest/globals';
import { workoutsFound } from '../../src/domain/workouts/found-workouts.queries.ts';
import { cast, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann } = await cast(service);
const dan = await newPerson(service, 'Dan', 'Daily');

/** A node of a plan, as PostgreSQL tells of it. */
interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Scan Direction'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('pages of both orders and directions are read from their indexes', async () => {
  await service.sql(
    `insert into workout (user_id, title, run_date, run_type, duration_in_seconds, distance_in_meters, privacy, source)
     select u.id, 'Run', timestamptz '2010-01-01' + n * interval '13 hours', 'Slow', 60, (n * 7919) % 20000, 'public', 'json'
     from unnest(array[${ann.id}, ${dan.id}]) u(id), generate_series(1, 3000) n`,
  );
  await service.sql('analyze workout');
  const indexes = { run_date: 'workout_of_user', distance: 'workout_by_distance' } as const;
  const types = '(bigint, bigint, timestamptz, timestamptz, text, text, boolean, %, bigint, %, bigint, bigint, bigint)';
  await service.processContext.database.transaction(async (tx) => {
    const run = <Row>(name: string, text: string) => tx.all<Row>({ name: `plan_${name}`, text, writes: false }, []);
    await run('mode', 'set local plan_cache_mode = force_generic_plan');
    for (const [key, type, low, high] of [
      ['run_date', 'timestamptz', '-infinity', 'infinity'],
      ['distance', 'numeric', '-2', '1e12'],
    ] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const name = `found_${key}_${direction}`;
        await run(
          `prepare_${name}`,
          `prepare ${name} ${types.replaceAll('%', type)} as ${workoutsFound[key][direction].text}`,
        );
        const values = `${ann.id}, ${dan.id}, '-infinity', 'infinity', null, null, null, '${low}', 0, '${high}', 0, 21, 0`;
        const [row] = await run<{ 'QUERY PLAN': [{ Plan: Node }] }>(
          `explain_${name}`,
          `explain (format json) execute ${name}(${values})`,
        );
        const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan as Node);
        const indexed = nodes.filter((node) => node['Index Name'] === indexes[key]);
        expect([name, indexed.map((node) => node['Scan Direction'])]).toEqual([
          name,
          [direction === 'asc' ? 'Backward' : 'Forward'],
        ]);
        expect([name, nodes.map((node) => node['Node Type'])]).toEqual([name, expect.not.arrayContaining(['Sort'])]);
      }
  });
});
