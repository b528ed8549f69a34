/**
 * `runners prove`: what the service itself has answered is equal over REST and GraphQL, and a recording in which something else stands is
 * different there, once for each cause. Rules explain, noise is learnt, and writes are listed.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closeWorkers } from '../../../src/platform/worker-pool.ts';
import type { Exchange } from '../../translate/exchange.ts';
import { Translator } from '../../translate/translator.ts';
import { executableSchema } from '../../../schema/index.ts';
import { Replay } from '../replay/replay.ts';
import { closeConnections, sendCall } from '../replay/send-call.ts';
import { World } from '../replay/world.ts';
import { readOwnerRules } from '../report/owner-rules.ts';
import { ReportCounts } from '../report/counts.ts';
import type { Report } from '../report/counts.ts';
import { getRows } from '../../../test/support/get-rows.ts';
import { testService } from '../../../test/support/service.ts';
import { makeWorld } from '../../../test/statements/world.ts';
import { fakeNetwork } from '../../../test/support/social-network.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
afterAll(closeConnections);
afterAll(closeWorkers);
const world = await makeWorld(service, network);
const schema = executableSchema();
const translator = new Translator(schema);

const headers = { authorization: world.ann.authorization };

/** What the service answers to a call, as if it had been recorded. */
async function recorded(url: string, accept = 'application/json', method = 'GET'): Promise<Exchange> {
  const call = { method, url: `/api/v1${url}`, headers: { ...headers, accept }, body: Buffer.alloc(0) };
  const answer =
    method === 'GET' ? await sendCall(service.url, call) : { status: 204, headers: {}, body: Buffer.alloc(0) };
  return { source: 'test.har, entry 1', call, answer, at: Date.now(), notes: [] };
}

async function proved(exchanges: Exchange[], rules = ''): Promise<Report> {
  const one = new World(service.url, new Map());
  const replay = new Replay({ schema, translator, rest: one, twin: one, writes: false });
  const counts = new ReportCounts(readOwnerRules(rules, 'rules.yaml'));
  for (const exchange of exchanges) counts.add(await replay.play(exchange));
  return counts.report();
}

const things = () => ({
  user: [world.ann.id],
  name: ['Ann'],
  friend: world.bob.id,
  friendship: [world.friendship],
  workout: [world.run.workout],
  post: [world.run.post],
  picture: [world.picture],
  comment: [world.comment],
  conversation: [world.conversation],
  message: [],
  route: [world.route],
  event: [world.event],
  participant: [world.participant],
});

const all: Exchange[] = [];
beforeAll(async () => {
  const paths = Object.values(getRows).flatMap(({ one, list }) => [
    ...(one?.(things()) ?? []),
    ...(list?.(things()) ?? []),
  ]);
  for (const accept of ['application/json', 'application/xml', 'text/yaml'])
    for (const path of paths) all.push(await recorded(path, accept));
  all.push(await recorded('/workout/', 'application/X.service-GPX+xml'), await recorded('/post/999999/'));
});

test('what was not changed is equal, for each row that reads and in each format', async () => {
  const report = await proved(all);
  expect(report.causes).toEqual([]);
  expect(report).toMatchObject({ exchanges: all.length, equal: all.length, different: 0 });
  expect(new Set(report.cells.map(({ format }) => format))).toEqual(new Set(['json', 'xml', 'yaml', 'gpx', 'none']));
});

/** The exchange with another answer. */
function changed(exchange: Exchange, from: string | RegExp, to: string): Exchange {
  const body = String(exchange.answer.body);
  const other = body.replace(from, to);
  expect(other).not.toBe(body);
  return { ...exchange, answer: { ...exchange.answer, body: Buffer.from(other) } };
}

test.each<[what: string, accept: string, from: string | RegExp, to: string, at: string, kind: string]>([
  [
    'a digit',
    'application/json',
    /"duration_in_seconds":(\d+)/,
    '"duration_in_seconds":1$1',
    'body.duration_in_seconds',
    'value',
  ],
  ['a null', 'application/json', /"title":"[^"]*"/, '"title":null', 'body.title', 'type'],
  [
    'a type',
    'application/json',
    /"duration_in_seconds":(\d+)/,
    '"duration_in_seconds":"$1"',
    'body.duration_in_seconds',
    'type',
  ],
  [
    'a number form',
    'application/json',
    /"duration_in_seconds":(\d+)/,
    '"duration_in_seconds":$1.0',
    'body.duration_in_seconds',
    'type',
  ],
  ['another field', 'application/json', /"title"/, '"name":"x","title"', 'body.name', 'missing'],
  ['another id', 'application/json', /"id":(\d+)/, '"id":1$1', 'body.id', 'value'],
  ['another URI', 'application/json', /workout\/(\d+)/, 'workout/1$1', 'body.resource_uri', 'value'],
  ['a moment in another form', 'application/json', /(T\d\d:\d\d:\d\d)\.\d+/, '$1', 'body.run_date', 'value'],
  ['the hint of XML', 'application/xml', 'type="integer"', 'type="float"', 'type', 'type'],
  ['a text of XML', 'application/xml', 'Hills', 'Hill', 'title', 'value'],
  [
    'a quoted number of YAML',
    'text/yaml',
    /duration_in_seconds: (\d+)/,
    "duration_in_seconds: '$1'",
    'body.duration_in_seconds',
    'type',
  ],
  ['what cannot be read', 'application/json', /\}$/, '', 'body', 'unreadable'],
])('%s is found', async (_what, accept, from, to, at, kind) => {
  const { causes, different } = await proved([
    changed(await recorded(`/workout/${world.run.workout}/`, accept), from, to),
  ]);
  expect(different).toBe(1);
  expect(causes).toHaveLength(1);
  expect(causes[0]).toMatchObject({ row: 'GET /workout/[workout_id]/', what: kind, by: 'both', count: 1 });
  expect(causes[0]?.at).toContain(at === 'type' ? 'body.' : at);
});

test('status and headers are compared, the order of keys is not, and that of lists is', async () => {
  const exchange = await recorded(`/user/${world.ann.id}/`);
  const { answer } = exchange;
  const withHeader = {
    ...exchange,
    answer: { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } },
  };
  expect((await proved([withHeader])).causes).toMatchObject([{ at: 'header content-type' }]);
  const withStatus = { ...exchange, answer: { ...answer, status: 201 } };
  expect((await proved([withStatus])).causes).toMatchObject([{ at: 'status' }]);
  const pairs = Object.entries(JSON.parse(String(answer.body)) as object).reverse();
  const reversed = { ...exchange, answer: { ...answer, body: Buffer.from(JSON.stringify(Object.fromEntries(pairs))) } };
  expect((await proved([reversed])).causes).toEqual([]);
  const list = await recorded('/workout/');
  const value = JSON.parse(String(list.answer.body)) as unknown[];
  const turned = { ...list, answer: { ...list.answer, body: Buffer.from(JSON.stringify([...value].reverse())) } };
  expect((await proved([turned])).different).toBe(1);
});

test('a field that is added here is no difference, and is listed', async () => {
  const exchange = changed(await recorded(`/workout/${world.run.workout}/`), /"title":"[^"]*",/, '');
  const report = await proved([exchange]);
  expect(report).toMatchObject({ different: 0, explained: 1, causes: [] });
  expect(report.added).toEqual([{ at: 'GET /workout/[workout_id]/ body.title', count: 1 }]);
});

test('another form of change at the same place is another cause, and what an app notices first comes first', async () => {
  const path = `/workout/${world.run.workout}/`;
  const known = changed(await recorded(path), /("run_date":"[^"]*)"/, '$1Z"');
  const fresh = changed(await recorded(path), /("run_date":")\d{4}/, '$11999');
  const gone = { ...known, answer: { ...known.answer, status: 404, body: Buffer.alloc(0) } };
  const { causes } = await proved([known, known, fresh, gone]);
  expect(causes.map(({ at, count }) => [at, count])).toEqual([
    ['status', 1],
    ['header content-type', 1],
    ['body.run_date', 2],
    ['body.run_date', 1],
  ]);
  expect(causes[0]).toMatchObject({ notices: 'The call succeeds or fails otherwise.', decisions: [] });
});

test('the same field at the same place is one cause with its count and three examples', async () => {
  const exchange = changed(await recorded('/workout/'), /"title":"[^"]*"/g, '"title":5');
  const { causes } = await proved([exchange, exchange]);
  expect(causes).toMatchObject([{ at: 'body[].title', what: 'type', count: 6 }]);
  expect(causes[0]?.examples).toHaveLength(3);
});

test('a rule explains, with its reason and count, and no more than it names', async () => {
  const title = changed(await recorded('/workout/'), /"title":"[^"]*"/, '"title":5');
  const rules = '- { reason: The old service had numbers., row: GET /workout/, at: "body*.title", what: type }';
  expect(await proved([title], rules)).toMatchObject({ explained: 1, different: 0, rules: [{ count: 1 }] });
  const other = changed(await recorded('/workout/'), /"run_type":"[^"]*"/, '"run_type":5');
  expect(await proved([other], rules)).toMatchObject({ explained: 0, different: 1, rules: [{ count: 0 }] });
});

test.each([
  ['- { at: body }', /rules\.yaml, rule 1, reason/],
  ['- { reason: "", at: body }', /rule 1, reason/],
  ['a: b', /the list/],
  ['- [', /is not YAML/],
  ['- { reason: x, at: body, fild: y }', /rule 1: Unrecognized key/],
])('a file with the rules %j is refused', (text, sentence) => {
  expect(() => readOwnerRules(text, 'rules.yaml')).toThrow(sentence);
});

test('writes are listed and not played, and what was not seen is named', async () => {
  const report = await proved([await recorded(`/workout/${world.run.workout}/`, 'application/json', 'DELETE')]);
  expect(report).toMatchObject({ writesNotPlayed: [{ row: 'DELETE /workout/[workout_id]/', count: 1 }], equal: 0 });
  expect(report.neverSeen.rows).toContain('GET /me/');
  expect((await recorded(`/workout/${world.run.workout}/`)).answer.status).toBe(200);
});
