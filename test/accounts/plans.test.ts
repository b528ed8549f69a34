/** Deleting, exporting and suspending an account costs what the account has: no statement scans all posts, comments or likes. */
import { beforeAll, expect, test } from '@jest/globals';
import { exportedLists } from '../../src/domain/leaving/export.queries.ts';
import { lockLeaver, locks, steps } from '../../src/domain/leaving/leaving.queries.ts';
import * as suspension from '../../src/domain/moderation/suspension.queries.ts';
import type { SqlValue } from '@runners/postgres';
import type { Statement } from '../../src/platform/database/statement.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const tables = ['post', 'comment', 'post_like', 'comment_like'];
const leaver = { id: 1, email: 'somebody@example.com', name: 'Some Body' };

/** A node of a plan, as PostgreSQL tells of it. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Everybody has written some posts and comments, and likes some of each. */
beforeAll(async () => {
  const people = await manyPeople(service, 200, 'Writer');
  const first = people[0]?.id ?? 0;
  const anybody = (salt: string) => `${first} + (${salt}) % ${people.length}`;
  // Nobody has to be notified, which would take most of the time.
  for (const table of tables) await service.sql(`alter table ${table} disable trigger user`);
  for (const [sql, count] of [
    [
      `insert into post (author_id, body, privacy) select ${anybody('n')}, 'x', 'public' from generate_series(1, ?::int) n`,
      4000,
    ],
    [
      `insert into comment (post_id, user_id, comment) select p.id, ${anybody('p.id * 7 + n')}, 'x' from post p, generate_series(1, ?::int) n`,
      3,
    ],
    [
      `insert into post_like (user_id, post_id) select ${anybody('p.id * 11 + n')}, p.id from post p, generate_series(1, ?::int) n`,
      5,
    ],
    [
      `insert into comment_like (user_id, comment_id) select ${anybody('c.id * 13 + n')}, c.id from comment c, generate_series(1, ?::int) n`,
      2,
    ],
  ] as const)
    await service.sql(sql, [count]);
  for (const table of tables) await service.sql(`analyze ${table}`);
});

/** The tables that a statement scans completely, whatever its parameters are. */
async function scanned({ name, text }: Statement<unknown>, values: readonly SqlValue[]): Promise<string[]> {
  const given = values.map((value) => (value === null ? 'null' : `'${String(value)}'`)).join(', ');
  return service.processContext.database.transaction(async (tx) => {
    const run = <Row>(part: string, sql: string) =>
      tx.all<Row>({ name: `plan_${part}_${name}`, text: sql, writes: false }, []);
    await run('mode', 'set local plan_cache_mode = force_generic_plan');
    await run('prepare', `prepare of_${name} as ${text}`);
    const [row] = await run<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      'explain',
      `explain (format json) execute of_${name}${given === '' ? '' : `(${given})`}`,
    );
    await run('deallocate', `deallocate of_${name}`);
    return nodesOf(row?.['QUERY PLAN'][0].Plan as Node).flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? '')
        ? (node['Relation Name'] ?? '')
        : [],
    );
  });
}

const { withholdFromPosts, withholdFromComments, returnToPosts, returnToComments } = suspension;
const statements: [Statement<unknown>, readonly SqlValue[]][] = [
  ...[...locks, ...steps].map(
    ({ statement, values }) => [statement, values(leaver)] as [Statement<unknown>, SqlValue[]],
  ),
  [lockLeaver, [leaver.id]],
  ...exportedLists.map(({ page }) => [page, [leaver.id, 0, 200]] as [Statement<unknown>, SqlValue[]]),
  ...[withholdFromPosts, withholdFromComments, returnToPosts, returnToComments].map(
    (one) => [one, [leaver.id]] as [Statement<unknown>, SqlValue[]],
  ),
];

test.each(statements.map(([statement, values]) => [statement.name, statement, values] as const))(
  '%s scans no posts, comments or likes of others',
  async (_name, statement, values) => {
    expect(await scanned(statement, values)).toEqual([]);
  },
);

/** The deletion of a row deletes what refers to it, which PostgreSQL searches for by the referring columns. */
test('each reference to a user, post or comment has an index', async () => {
  const missing = await service.sql(
    `select c.conrelid::regclass::text || '.' || a.attname as column
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid in ('users'::regclass, 'post'::regclass, 'comment'::regclass)
       and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
     order by 1`,
  );
  expect(missing).toEqual([]);
});
