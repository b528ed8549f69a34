/**
 * The page `/migrate` and `npx runners translate`: what they show, and that nobody can use them to reach or to change anything. Each REST
 * answer leads to them.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { compareCall } from '../compare.ts';
import type { Send } from '../compare.ts';
import { readCalls } from '../read-calls.ts';
import type { RestCall } from '../rest-call.ts';
import { Translator } from '../translator.ts';
import { executableSchema } from '../../../schema/index.ts';
import { sameButAnew } from '../same-but-anew.ts';
import { rowDocuments } from '../../../rest-compat/row-documents.ts';
import { table } from '../../../rest-compat/table.ts';
import { globalId } from '../../../schema/global-id.ts';
import { as, cast, nobody } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';
import { record } from '../../../test/support/workouts.ts';

const service = await testService({ RATE_LIMITS: 'on', PLAYGROUND: 'on' });
// Signed URLs change every day, so the clock of the test stays within one day.
service.clock.set(new Date());
const { ann, bob, cho } = await cast(service);
const { workout, post } = await record(ann, { privacy: 'friends' });
const folder = await mkdtemp(join(tmpdir(), 'calls-'));
afterAll(() => rm(folder, { recursive: true }));

function send(form: Record<string, string>, { accept = 'application/json', person = null as Person | null } = {}) {
  const body = new URLSearchParams(form).toString();
  const headers = { Accept: accept, 'Content-Type': 'application/x-www-form-urlencoded' };
  return (person ? as(person) : nobody(service)).sendTo('POST', '/migrate', { headers, body });
}
interface Call {
  call: object;
  reason?: string;
  translation?: {
    row: string;
    variables: object;
    document: { id: string; text: string };
    typescript: string;
    notes: string[];
  };
  comparison?: { equal: boolean; rest: { status: number; body: string }; made: object; graphql: string };
}
async function callsOf(call: string, person: Person | null = null): Promise<Call[]> {
  return (await send({ call }, { person })).json<{ calls: Call[] }>().calls;
}

describe('the page', () => {
  test('translates without a key, and executes nothing', async () => {
    const [call] = await callsOf(`curl https://old.example/api/v1/workout/${workout}/`);
    if (!call?.translation) throw new Error('the call is not translated');
    const { row, variables, document, typescript } = call.translation;
    expect([row, variables]).toEqual(['GET /workout/[workout_id]/', { id: globalId('Workout', workout) }]);
    expect(document.text).toMatch(/^query OneWorkout\(\$id: ID!\) \{/);
    expect(typescript).toContain('export interface OneWorkoutVariables {\n  id: string;\n}');
    expect(call.comparison).toBeUndefined();
    const [friends] = await callsOf('/api/v1/user/');
    expect(friends?.translation).toMatchObject({
      variables: { friendsWith: 'ID-OF-THE-SIGNED-IN-USER' },
      notes: [expect.any(String)],
    });
  });

  test.each([
    ['the header', (person: Person) => ({ person }), () => ({})],
    ['the form', () => ({}), (person: Person) => ({ key: person.authorization.split(':')[1] as string })],
    ['the form, with its scheme', () => ({}), (person: Person) => ({ key: person.authorization })],
  ])('executes with the key of %s', async (_where, header, form) => {
    const call = `curl https://old.example/api/v1/workout/${workout}/`;
    const [seen, hidden] = await Promise.all(
      [ann, cho].map(async (person) => {
        const answer = await send({ call, ...form(person) }, header(person) as { person: Person });
        return answer.json<{ calls: Call[] }>().calls[0]?.comparison;
      }),
    );
    expect([seen?.equal, seen?.rest.status]).toEqual([true, 200]);
    // A stranger sees as much as over REST.
    expect([hidden?.equal, hidden?.rest, hidden?.graphql.includes('"workout":null')]).toEqual([
      true,
      { status: 404, location: null, contentType: null, body: '' },
      true,
    ]);
  });

  test('shows it to people, with everything escaped and the key in its field alone', async () => {
    const key = ann.authorization.split(':')[1] as string;
    const call = `curl 'https://old.example/api/v1/user/search/?q=<script>alert(1)</script>'`;
    const answer = await send({ call, key }, { accept: 'text/html' });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('class="verdict equal"');
    expect(answer.text).toContain('searchUsers');
    expect(answer.text).not.toContain('<script');
    expect(answer.text.split(key)).toEqual([expect.stringMatching(/type="password"\s+value="$/), expect.anything()]);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('shows what a row becomes', async () => {
    for (const row of Object.keys(table)) {
      const path = `/migrate?row=${encodeURIComponent(row)}`;
      const answer = await nobody(service).sendTo('GET', path, { headers: { Accept: 'application/json' } });
      expect(answer.json()).toMatchObject({ document: { id: rowDocuments.get(table[row] as never)?.id } });
    }
    const none = await nobody(service).sendTo('GET', '/migrate?row=toString', { headers: { Accept: 'text/html' } });
    expect(none.status).toBe(404);
  });

  test('shows where the fields of an old answer are now', async () => {
    const answer = await nobody(service).sendTo('GET', '/migrate?row=GET%20%2Fpost%2F', {
      headers: { Accept: 'application/json' },
    });
    expect(answer.json()['fields']).toEqual(
      expect.arrayContaining([
        { field: 'objects[].author.first_name', from: ['feed.nodes[].author.firstName'] },
        { field: 'objects[].resource_uri', from: ['feed.nodes[].databaseId'] },
        { field: 'meta.older', from: ['feed.pageInfo.hasNextPage'] },
      ]),
    );
  });

  test.each([
    ['a path that is not there', '/api/v1/nothing/', /has no path/],
    ['a method that is not there', 'PUT /api/v1/me/', /does not have the method PUT/],
    ['a missing field', 'curl https://x/api/v1/comment/ -d post_id=3', /refuses this call: comment: is required/],
    ['a broken body', "curl https://x/api/v1/comment/ --json '{'", /refuses the body/],
    [
      'a body of another type',
      "curl https://x/api/v1/comment/ -H 'Content-Type: text/csv' -d x",
      /takes no body of the type text\/csv/,
    ],
  ])('says why %s cannot be translated', async (_what, call, sentence) => {
    expect((await callsOf(call))[0]?.reason).toMatch(sentence);
  });
});

describe('a comparison', () => {
  test('tells answers that differ: GraphQL shows nobody the preferences of others', async () => {
    const [call] = await callsOf(`/api/v1/preferences/${bob.id}/`, ann);
    expect(call?.comparison).toMatchObject({ equal: false, rest: { status: 200 }, made: { status: 404 } });
    const page = await send({ call: `/api/v1/preferences/${bob.id}/` }, { person: ann, accept: 'text/html' });
    expect(page.text).toContain('class="verdict different"');
  });

  test('tells bodies that differ', async () => {
    const schema = executableSchema();
    const [call] = readCalls('curl https://x/api/v1/like/toggle/ -d object_type=post -d object_id=3') as [RestCall];
    const read = await new Translator(schema).read(call, ann.id);
    const data = { toggleLike: { liked: true, likeCount: 1 } };
    const compared = async (change: (body: string) => string) => {
      let made = '{}';
      const send: Send = async ({ url }) => {
        const headers = { 'content-type': 'application/json; charset=utf-8' };
        return { status: 200, headers, body: url === '/graphql' ? JSON.stringify({ data }) : change(made) };
      };
      ({ body: made } = (await compareCall(schema, send, { call, read }, service.url)).made);
      return (await compareCall(schema, send, { call, read }, service.url)).equal;
    };
    expect(await compared((body) => body)).toBe(true);
    expect(await compared((body) => body.replace('true', 'false'))).toBe(false);
    expect(await compared((body) => body.replace('1', '0'))).toBe(false);
  });

  const time = '2024-01-01T00:00:00.000000';
  const key = 'a'.repeat(43);
  test.each<[string, string, string[] | null]>([
    ['{"id":5,"uri":"/x/5/"}', '{"id":6,"uri":"/x/6/"}', ['5']],
    ['{"id":5,"uri":"/x/5/"}', '{"id":6,"uri":"/x/7/"}', null],
    ['{"id":5,"uri":"/x/5/"}', '{"id":6,"uri":"/x/5/"}', null],
    ['{"id":6}', '{"id":5}', null],
    ['<id type="integer">5</id>', '<id type="integer">6</id>', ['5']],
    ['id: 5\n', 'id: 6\n', ['5']],
    ['http://x/api/v1/comment/41/\n', 'http://x/api/v1/comment/42/\n', ['41']],
    ['{"liked":true,"like_count":1}', '{"liked":true,"like_count":2}', null],
    ['{"title":"one"}', '{"title":"two"}', null],
    ['{"a":1}', '{"b":1}', null],
    ['{"a":1}', '{"a":1,"b":2}', null],
    ['{"a":null}', '{"a":"1"}', null],
    [`{"date":"${time}"}`, '{"date":"2024-01-01T00:00:01.500000"}', [time]],
    [`{"date":"${time}"}`, '{"date":"2024-01-01T00:02:00.000000"}', null],
    [`{"key":"${key}"}`, `{"key":"${'b'.repeat(43)}"}`, [key]],
    [`{"key":"${key}"}`, `{"key":"${'b'.repeat(42)}"}`, null],
  ])('of calls that write: %s and %s', (one, other, anew) => {
    expect(sameButAnew(one, other)).toEqual(anew);
  });
});

describe('nobody can use it', () => {
  test('to change anything, also for the owner of the key', async () => {
    const call = `curl -X DELETE https://x/api/v1/workout/${workout}/`;
    expect((await callsOf(call, ann))[0]?.comparison).toMatchObject({ equal: true, rest: { status: 204 } });
    expect((await as(ann).get(`/workout/${workout}/`)).status).toBe(200);
    expect(
      (await callsOf(`curl https://x/api/v1/like/toggle/ -d object_type=post -d object_id=${post}`, bob))[0]
        ?.comparison,
    ).toMatchObject({
      equal: true,
      rest: { body: '{"liked":true,"like_count":1}' },
    });
    expect((await as(ann).get(`/post/${post}/`)).json()['likers']).toEqual([]);
  });

  test('to reach another address or path', async () => {
    for (const call of [
      'curl http://169.254.169.254/latest/',
      'http://localhost/graphql',
      '/healthz',
      '/api/v1/../../metrics',
    ])
      expect((await send({ call }, { person: ann })).json()).toEqual({
        error: expect.stringMatching(/does not begin with/),
      });
  });

  test('with a key that does not sign in', async () => {
    const answer = await send({ call: '/api/v1/me/', key: 'a'.repeat(43) });
    expect(answer.json<{ calls: Call[] }>().calls[0]).toMatchObject({
      reason: expect.stringMatching(/does not sign in/),
    });
  });

  test('to keep the service busy: what it executes costs its caller as much as the requests themselves', async () => {
    const left = async () => Number((await as(bob).get('/me/')).headers['ratelimit-remaining']);
    const before = await left();
    const [call] = await callsOf('/api/v1/post/', bob);
    const cost = JSON.parse(call?.comparison?.graphql ?? '{}') as { extensions: { cost: { actual: number } } };
    expect(before - (await left())).toBeGreaterThanOrEqual(2 * cost.extensions.cost.actual);
    const tooLarge = await send({ call: 'x'.repeat(1024 * 1024) });
    expect(tooLarge.status).toBe(413);
    const entries = Array.from({ length: 25 }, () => ({ request: { method: 'GET', url: 'https://x/api/v1/me/' } }));
    const many = (await send({ call: JSON.stringify({ log: { entries } }) })).json<{ calls: Call[]; left: number }>();
    expect([many.calls.length, many.left]).toEqual([20, 5]);
  });
});

describe('each REST answer names its successor', () => {
  const idOf = (label: string) => rowDocuments.get(table[label] as never)?.id;
  test.each([
    ['GET', '/me/', 'GET /me/', 200],
    ['GET', '/me/?format=xml', 'GET /me/', 200],
    ['HEAD', '/me/', 'GET /me/', 200],
    ['GET', '/workout/?format=gpx', 'GET /workout/', 200],
    ['GET', '/post/99999/', 'GET /post/[id]/', 404],
    ['POST', '/comment/', 'POST /comment/', 400],
    ['POST', '/workout/', 'POST /workout/ (JSON)', 400],
    ['GET', '/nothing/', null, 404],
    ['PUT', '/me/', null, 405],
  ])('%s %s', async (method, path, label, status) => {
    const answer = await as(ann).send(method, path);
    const { link, 'graphql-document-id': id } = answer.headers;
    const page =
      label === null ? undefined : `<${service.url}/migrate?row=${encodeURIComponent(label)}>; rel="successor-version"`;
    expect([answer.status, link, id]).toEqual([status, page, label === null ? undefined : idOf(label)]);
  });

  test('also without a key', async () => {
    const answer = await nobody(service).get('/me/');
    expect([answer.status, answer.headers['graphql-document-id']]).toEqual([401, idOf('GET /me/')]);
  });
});

describe('npx runners translate', () => {
  const script = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
  const run = (args: string[], input = '') =>
    new Promise<{ code: number; out: string; problems: string }>((resolve) => {
      const child = execFile(process.execPath, [script, 'translate', ...args], (error, out, problems) =>
        resolve({ code: error ? Number(error.code) : 0, out, problems }),
      );
      child.stdin?.end(input);
    });

  test('translates, also files, without a service', async () => {
    const file = join(folder, 'body.json');
    await writeFile(file, '{"post_id": 3, "comment": "Fine"}');
    const { code, out } = await run(['curl', 'https://x/api/v1/comment/', '--json', `@${file}`]);
    expect([code, out]).toEqual([0, expect.stringContaining('mutation AddComment')]);
    expect(out).toContain('"comment": "Fine"');
  });

  test('has the service execute and compare', async () => {
    const options = ['--service', service.url, '--key', ann.authorization.split(':')[1] as string, '--json'];
    const { code, out } = await run(options, `curl https://x/api/v1/workout/${workout}/ -H 'Accept: text/yaml'\n`);
    const { calls } = JSON.parse(out) as { calls: Call[] };
    expect([code, calls[0]?.comparison]).toEqual([0, expect.objectContaining({ equal: true })]);
  });

  test('says what it cannot read', async () => {
    expect(await run(['nonsense'])).toEqual({
      code: 1,
      out: '',
      problems: expect.stringMatching(/does not begin with/),
    });
  });
});
