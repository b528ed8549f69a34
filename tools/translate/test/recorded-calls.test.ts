/** A recording of an app on `/migrate`: each call is judged by the answer that the app was sent, and its operations are exported. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { exportForms } from '../operations/export-operations.ts';
import { table } from '../../../rest-compat/table.ts';
import { sdlOf } from '../../../schema/sdl.ts';
import { executableSchema } from '../../../schema/index.ts';
import { as, cast, newPerson, nobody } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { contentTypes } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { record, workoutBody } from '../../../test/support/workouts.ts';
import { entryOf } from './har-of-calls.ts';

const service = await testService({ PLAYGROUND: 'on' });
const { ann } = await cast(service);
const { workout, post } = await record(ann, { post_body: 'Text' });
const schema = buildSchema(sdlOf(executableSchema()));

interface Judged {
  row: string | null;
  verdict: string;
  reason?: string;
  variables?: unknown;
  differences: { path: string; recorded: string; answered: string }[];
  sent: string[];
}
const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
const judge = async (entries: unknown, who: Person | null = ann): Promise<Judged[]> => {
  const body = typeof entries === 'string' ? entries : JSON.stringify(entries);
  const answer = await (who ? as(who) : nobody(service)).sendTo('POST', '/migrate/calls', { headers, body });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.json<{ calls: Judged[] }>().calls;
};
const operations = async (form: string, rows: { row: string; fields: string[] | null }[]) =>
  as(ann).sendTo('POST', '/migrate/operations', { headers, body: JSON.stringify({ form, operations: rows }) });

describe('calls', () => {
  let read: object;
  beforeAll(async () => {
    read = await entryOf(ann, 'GET', `/workout/${workout}/`);
  });

  test('a call whose answer is that of GraphQL is equal, and its fields are named', async () => {
    const [one] = await judge([read]);
    expect(one).toMatchObject({ row: 'GET /workout/[workout_id]/', verdict: 'equal', differences: [] });
    expect(one?.sent).toEqual(expect.arrayContaining(['id', 'title', 'run_date']));
  });

  test.each([
    ['xml', { Accept: contentTypes.xml }],
    ['yaml', { Accept: 'text/yaml' }],
  ])('the same in %s', async (_format, accept) => {
    const [one] = await judge([await entryOf(ann, 'GET', `/post/${post}/`, { headers: accept })]);
    expect(one?.verdict).toBe('equal');
    expect(one?.sent).toEqual(expect.arrayContaining(['body', 'author.first_name']));
  });

  test('a recorded answer with another value is different, at that place', async () => {
    const text = JSON.stringify(read).replace('Along the river', 'Along the sea');
    const [one] = await judge(`[${text}]`);
    expect(one?.verdict).toBe('different');
    expect(one?.differences).toEqual([
      { path: 'body.title', recorded: 'text "Along the sea"', answered: 'text "Along the river"' },
    ]);
  });

  test('writes are compared, and leave nothing', async () => {
    const body = JSON.stringify(workoutBody({ title: 'Recorded' }));
    const made = await entryOf(ann, 'POST', '/workout/', { headers: { 'Content-Type': 'application/json' }, body });
    const { id } = JSON.parse((made as { response: { content: { text: string } } }).response.content.text) as {
      id: number;
    };
    await as(ann).delete(`/workout/${id}/`);
    const [one] = await judge([made]);
    expect(one).toMatchObject({ row: 'POST /workout/ (JSON)', verdict: 'equal' });
    const list = (await as(ann).get(`/workout/?user=${ann.id}`)).json<{ title: string }[]>();
    expect(list.map(({ title }) => title)).not.toContain('Recorded');
  });

  test('what is not of the interface says why', async () => {
    const foreign = { request: { method: 'GET', url: 'https://cdn.example/logo.png' }, response: { status: 200 } };
    const unknown = {
      request: { method: 'GET', url: 'https://old.example/api/v1/nothing/' },
      response: { status: 200 },
    };
    const judged = await judge([foreign, unknown, 'nonsense', read]);
    expect(judged.map(({ verdict }) => verdict)).toEqual([
      ...Array.from({ length: 3 }, () => 'not of this interface'),
      'equal',
    ]);
    for (const { reason } of judged.slice(0, 3)) expect(reason).toMatch(/\w+ \w+/);
  });

  test('without a key, and with one that does not sign in, calls are only translated', async () => {
    expect((await judge([read], null))[0]).toMatchObject({ verdict: 'translated', row: 'GET /workout/[workout_id]/' });
    const gone = await newPerson(service, 'Rec', 'Gone');
    const wrong = { ...gone, authorization: 'Bearer nonsense' };
    expect((await judge([read], wrong))[0]).toMatchObject({
      verdict: 'translated',
      reason: expect.stringContaining('key') as unknown,
    });
  });

  test.each([
    ['no JSON', '[{', 'JSON'],
    ['no list', '{}', 'list'],
    ['brackets within brackets', '['.repeat(20_000) + ']'.repeat(20_000), 'nested'],
    ['too many entries', JSON.stringify(Array.from({ length: 51 }, () => ({}))), '50'],
  ])('%s is refused', async (_what, body, said) => {
    const answer = await as(ann).sendTo('POST', '/migrate/calls', {
      headers: { ...headers, Accept: 'text/html' },
      body,
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(said)]);
  });

  const answeredBy = (type: string, text: string, url = `https://old.example/api/v1/post/${post}/`) => ({
    request: { method: 'GET', url, headers: [] },
    response: { status: 200, headers: [{ name: 'Content-Type', value: type }], content: { mimeType: type, text } },
  });

  test('of an answer, the fields of its row are looked up, however many others it has', async () => {
    const names = Array.from({ length: 5000 }, (_, i) => `<a${i}/>`).join('');
    const yaml = Array.from({ length: 2000 }, (_, i) => `key${i}: value`).join('\n');
    const [wide, long] = await judge(
      [answeredBy('application/xml', `<r>${names}<body>Text</body></r>`), answeredBy('text/yaml', yaml)],
      null,
    );
    expect(wide?.sent).toEqual(['body']);
    expect(long).toMatchObject({ verdict: 'translated', sent: [] });
    expect(long?.reason).toMatch(/^The recorded answer is longer than 16384 bytes, so that it is not compared here/);
  });

  test('an answer of this service is given up where it becomes too long', async () => {
    const eva = await newPerson(service, 'Eva', 'Long');
    const body = '語'.repeat(10_000);
    for (let i = 0; i < 12; i++) await record(eva, { post_body: body });
    const url = `https://old.example/api/v1/post/?user_id=${eva.id}&limit=20`;
    const [one] = await judge([answeredBy('application/json', '{"objects": [{"id": 1}]}', url)], eva);
    expect(one).toMatchObject({ verdict: 'translated', sent: ['objects[].id'] });
    expect(one?.reason).toMatch(/^It was executed, but its answer is longer than 262144 bytes/);
    const form = new URLSearchParams({ call: url, key: eva.authorization }).toString();
    const sent = { Accept: 'application/json', 'Content-Type': contentTypes.form };
    const page = await nobody(service).sendTo('POST', '/migrate', { headers: sent, body: form });
    expect(page.status).toBe(200);
    expect(page.json<{ calls: object[] }>().calls[0]).toMatchObject({
      reason: expect.stringMatching(/longer than 262144 bytes/) as unknown,
      translation: { row: expect.stringMatching(/^GET \/post/) as unknown },
    });
  });

  test('a query that the interface refuses is told with its sentence', async () => {
    const url = `https://old.example/api/v1/post/?${'a&'.repeat(1001)}`;
    const [one] = await judge([answeredBy('application/json', '{}', url)], null);
    expect(one).toMatchObject({ verdict: 'different' });
    expect(one?.reason).toMatch(/^The REST interface refuses the query: /);
  });

  test('long parts are read in a thread, up to a mebibyte', async () => {
    const long = { ...read, comment: 'x'.repeat(200_000) };
    expect((await judge([long, long])).map(({ verdict }) => verdict)).toEqual(['equal', 'equal']);
    const answer = await as(ann).sendTo('POST', '/migrate/calls', { headers, body: `["${'x'.repeat(1024 * 1024)}"]` });
    expect(answer.status).toBe(413);
  });
});

describe('operations', () => {
  const rows = Object.keys(table).map((row) => ({ row, fields: null }));
  const namesIn = (text: string) => [...text.matchAll(/^(?:query|mutation) (\w+)/gm)].map(([, name]) => name);

  test('all of them validate, each with a name of its own', async () => {
    const text = (await operations('graphql', rows)).json<{ text: string }>().text;
    expect(namesIn(text)).toHaveLength(rows.length);
    expect(new Set(namesIn(text)).size).toBe(rows.length);
    for (const document of text.split(/\n\n(?=query|mutation)/))
      expect([document, validate(schema, parse(document))]).toEqual([document, []]);
  });

  test('a document shrinks with its fields, and loses variables that nothing uses', async () => {
    const row = 'GET /workout/[workout_id]/';
    const shrunk = async (fields: string[]) =>
      (await operations('graphql', [{ row, fields }])).json<{ text: string }>().text;
    expect(await shrunk(['title'])).toBe('query OneWorkout($id: ID!) {\n  workout(id: $id) {\n    title\n  }\n}\n');
    expect(await shrunk([])).toContain('__typename');
    const [all, some] = [await shrunk(['title', 'run_date', 'id']), await shrunk(['title', 'run_date'])];
    expect(all.length).toBeGreaterThan(some.length);
    for (const { row: each } of rows) {
      const text = (await operations('graphql', [{ row: each, fields: [] }])).json<{ text: string }>().text;
      expect([each, validate(schema, parse(text))]).toEqual([each, []]);
    }
  });

  test.each(exportForms)('are exported as %s', async (form) => {
    const { text } = (await operations(form, rows)).json<{ text: string }>();
    for (const name of namesIn((await operations('graphql', rows)).json<{ text: string }>().text))
      expect(text).toContain(name);
    if (form === 'manifest')
      for (const [id, document] of Object.entries(JSON.parse(text) as Record<string, string>)) {
        expect(id).toMatch(/^sha256:[0-9a-f]{64}$/);
        expect(getOperationAST(parse(document))).not.toBeNull();
      }
  });

  test.each([
    ['another form', { form: 'swift', operations: [] }],
    ['a row that does not exist', { form: 'graphql', operations: [{ row: 'GET /none/', fields: null }] }],
    ['too many', { form: 'graphql', operations: Array.from({ length: 201 }, () => rows[0]) }],
  ])('%s is refused', async (_what, body) => {
    expect((await as(ann).sendTo('POST', '/migrate/operations', { headers, body: JSON.stringify(body) })).status).toBe(
      400,
    );
  });
});
