/**
 * A migration of another process changes the types of columns while this one serves: what its connections have prepared is refused by
 * the server, in statements, triggers and functions, and no caller notices it. Every row that answers a GET, and writes of both
 * interfaces, alone, in transactions and with an Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { statement } from '../../src/platform/database/statement.ts';
import { globalId } from '../../schema/global-id.ts';
import { start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { fetchablePaths } from '../support/fetchable.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';

const connections = 4;
const service = await testService({ DATABASE_POOL: String(connections) });
const isServer = service.database.kind === 'postgresql';
if (!isServer) process.stderr.write('outdated plans: skipped, TEST_DATABASE_URL is not set\n');
const people = await cast(service);
const { ann, bob } = people;
const recorded = await record(ann);
const paths = Object.values(await fetchablePaths(service, people, recorded)).filter((path) => path !== '');
const conversation = await start(ann, [bob]);
const post = globalId('Post', recorded.post);

const fields = `id posts: feed(type: PROFILE, first: 3) { nodes { id likeCount commentCount author { firstName username }
  comments(first: 2) { nodes { comment user { lastName } } } } }`;
const documents = [
  [`{ me { id firstName email } ${fields.replace('id ', '')} }`],
  [
    '{ conversations(first: 5) { nodes { id lastMessage { message } } } workouts(first: 5) { nodes { id title runType } } }',
  ],
  [
    'mutation ($id: ID!) { addComment(input: { postId: $id, comment: "Well run" }) { comment { id comment user { firstName stats { avgWeeklyDistanceInMeters } } } } }',
    { id: post },
  ],
] as const;

/** What changes something over REST, and is repeated with other names. */
const writes = [
  ['POST', '/comment/', () => ({ post_id: recorded.post, comment: 'Well run' })],
  ['POST', '/like/toggle/', () => ({ object_type: 'post', object_id: recorded.post })],
  ['POST', '/workout/', () => workoutBody()],
  ['POST', '/message/', () => ({ conversation_id: conversation, message: 'Hello' })],
  ['PATCH', `/user/${ann.id}/`, () => ({ first_name: 'Ann', last_name: 'Archer' })],
  ['PATCH', `/preferences/${ann.id}/`, () => ({ privacy: 'friends' })],
] as const;

const json = { 'Content-Type': 'application/json' };
const key = () => ({ 'Idempotency-Key': randomUUID() });
type Call = () => Promise<readonly [what: string, answer: Answer]>;
const writing = (further: () => Record<string, string>): Call[] => [
  ...documents.map(([query, variables]): Call => {
    const sent = () => ({ headers: { ...json, ...further() }, body: JSON.stringify({ query, variables }) });
    return async () => [query, await as(ann).sendTo('POST', '/graphql', sent())];
  }),
  ...writes.map(([method, path, body]): Call => {
    const sent = () => ({ headers: { ...json, ...further() }, body: JSON.stringify(body()) });
    return async () => [`${method} ${path}`, await as(ann).send(method, path, sent())];
  }),
];
const groups: Record<string, Call[]> = {
  reads: paths.map((path) => async () => [path, await as(ann).get(path)]),
  writes: writing(() => ({})),
  'writes with an Idempotency-Key': writing(key),
};

/** Calls at once, and returns the failures. */
async function failuresOf(calls: readonly Call[]): Promise<string[]> {
  const answers = await Promise.all(calls.map((call) => call()));
  return answers.flatMap(([what, { status, text }]) =>
    status >= 400 || text.includes('"errors":') ? [`${what}: ${status} ${text}`] : [],
  );
}

/** Types that hold the same values, as the server names both. */
const types: Record<string, string> = {
  varchar: 'text',
  text: 'varchar(5000)',
  int4: 'int8',
  int8: 'int4',
  numeric: 'numeric(14,4)',
};
type Column = { of: string; name: string; type: string };

/** The columns of these types, by table, whose type PostgreSQL lets a migration change: not those that a trigger names. */
async function columnsToChange(): Promise<[table: string, columns: Column[]][]> {
  const columns = (await service.sql(
    `select attrelid::regclass::text as of, quote_ident(attname) as name, typname as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and attnum > 0
       and attgenerated = '' and attidentity = '' and typname in ('varchar', 'int4', 'numeric')`,
  )) as unknown as Column[];
  const changing: Column[] = [];
  for (const column of columns) if (await change([column]).catch(() => false)) changing.push(column);
  return [...Map.groupBy(changing, ({ of }) => of)];
}

/** Gives columns the other type. */
async function change(columns: readonly Column[]): Promise<true> {
  for (const column of columns) {
    const { of, name, type } = column;
    const to = types[type] ?? '';
    await service.sql(`alter table ${of} alter column ${name} type ${to}`);
    column.type = to.replace(/\(.*/, '');
  }
  return true;
}

const all = Object.values(groups).flat();

test('all of it is answered before', async () => {
  expect(await failuresOf(all)).toEqual([]);
});

(isServer ? describe : describe.skip)('after the types of columns of a table have changed', () => {
  test.each(Object.entries(groups))('no %s fail on connections that were warm', async (_, calls) => {
    const tables = await columnsToChange();
    expect(tables.length).toBeGreaterThan(10);
    for (let round = 0; round < 2; round++) expect(await failuresOf(all)).toEqual([]);
    expect(service.database.pool()).toMatchObject({ open: connections });
    for (const [table, columns] of tables) {
      await change(columns);
      expect([table, await failuresOf(calls)]).toEqual([table, []]);
    }
  });
});

const relabel = statement.write('test_relabel', 'update test_labelled set label = $1 where id = 1');

(isServer ? test : test.skip)('a trigger that compares a column whose type has changed stops no write', async () => {
  await service.sql(
    `create table test_labelled (id int primary key, label varchar(20), changes int not null default 0)`,
  );
  await service.sql(`insert into test_labelled values (1, 'first')`);
  await service.sql(`create function test_labelled() returns trigger language plpgsql as
    'begin if new.label is distinct from old.label then new.changes := old.changes + 1; end if; return new; end'`);
  await service.sql(`create trigger labelled before update on test_labelled
    for each row execute function test_labelled()`);
  const { database } = service;
  const labels = Array.from({ length: 2 * connections }, (_, n) => `label ${n}`);
  const write = (label: string) => database.all(relabel, [label]);
  const writeTogether = (label: string) => database.transaction((tx) => tx.all(relabel, [label]));
  const writeAll = () => Promise.all(labels.flatMap((label) => [write, writeTogether].map((way) => way(label))));
  await writeAll();
  await service.sql('alter table test_labelled alter column label type text');
  await writeAll();
  await service.sql('alter table test_labelled alter column label type varchar(30)');
  for (const label of labels) await writeTogether(label);
  await service.sql('drop table test_labelled');
});
