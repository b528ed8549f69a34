/**
 * What clients receive of what will be switched off, at every moment of its schedule: headers, brownouts, the sunset, and the same over
 * GraphQL.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { newFolder } from '../support/started-process.ts';
import { testOf } from '../support/test-of-tool.ts';

const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);
const path = join(folder, 'plan.json');
const at = (time: string) => `2027-${time}+01:00`;
const dashboard = {
  name: 'GET /post/?type=dashboard',
  deprecated: at('01-01T00:00:00'),
  sunset: at('05-01T00:00:00'),
  instead: 'Ask for type=friends.',
  brownouts: [
    // Clocks in Europe are put forward within this night.
    { from: at('03-28T00:00:00'), until: at('03-28T04:00:00') },
    { from: at('04-10T00:00:00'), until: at('04-11T00:00:00') },
  ],
  never: ['Kiosk'],
};
const plan = {
  notice: 'https://runners.example/changes',
  retirements: [
    dashboard,
    { name: 'GET /comment/', deprecated: at('01-01T00:00:00'), sunset: at('02-01T00:00:00') },
    {
      name: 'User.firstName',
      deprecated: at('01-01T00:00:00'),
      sunset: at('05-01T00:00:00'),
      instead: 'Use displayName.',
      brownouts: [{ from: at('03-28T00:00:00'), until: at('03-28T04:00:00') }],
    },
    { name: 'Likeable.viewerLikes', deprecated: at('01-01T00:00:00'), sunset: at('06-01T00:00:00') },
    { name: 'FeedType.LOCAL', deprecated: at('01-01T00:00:00'), sunset: at('02-01T00:00:00') },
  ],
};
const write = (content: object) => writeFileSync(path, JSON.stringify(content));
write(plan);
const lines: string[] = [];
// The plan needs no ledger.
const settings = {
  RETIREMENT_PLAN: path,
  USAGE_LEDGER: 'off',
  PLAYGROUND: 'on',
  METRICS_TOKEN: 'a-token-of-the-tests',
};
const service = await testService(settings, {}, lines);
const ann = await newPerson(service, 'Ann', 'Announced');
const keyOf = async (name: string) => {
  const { data } = await as(ann).graphql<{ createApiKey: { apiKey: string } }>(
    `mutation { createApiKey(input: { name: "${name}", scopes: [ALL] }) { apiKey } }`,
  );
  return `Bearer ${data?.createApiKey.apiKey}`;
};
const keys = { kiosk: await keyOf('Kiosk'), other: await keyOf('Other') };
const get = (query: string, headers: Record<string, string> = {}) => as(ann).get(`/post/?type=${query}`, headers);
const firstName = '{ me { firstName } }';
beforeEach(() => service.clock.set(at('01-15T00:00:00')));

describe('what is deprecated', () => {
  testOf('translate')('is answered with its dates, its successor and its notice', async () => {
    const { status, headers } = await get('dashboard');
    expect(status).toBe(200);
    expect(headers['deprecation']).toBe('@1798758000');
    expect(headers['sunset']).toBe('Fri, 30 Apr 2027 23:00:00 GMT');
    expect(headers['link']).toMatch(
      /^<[^>]*\/migrate\?row=GET%20%2Fpost%2F>; rel="successor-version", <https:\/\/runners\.example\/changes>; rel="deprecation"; type="text\/html"$/,
    );
  });

  testOf('translate')('has nothing to do with other values and rows', async () => {
    for (const answer of [await get('friends'), await as(ann).get('/me/'), await as(ann).get('/post/')]) {
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('deprecation');
      expect(answer.headers['link']).not.toContain('deprecation');
    }
  });

  test('is marked in the schema with its dates', async () => {
    const { data } = await nobody(service).graphql<{ __type: { fields: Mapping[] } }>(
      '{ __type(name: "User") { fields(includeDeprecated: true) { name deprecationReason } } }',
    );
    const reason = 'Deprecated since 2026-12-31, and switched off on 2027-04-30. Use displayName.';
    expect(data?.__type.fields).toContainEqual({ name: 'firstName', deprecationReason: reason });
    const { text } = await nobody(service).sendTo('GET', '/graphql/schema.graphql');
    expect(text).toContain(`firstName: String! @deprecated(reason: "${reason}")`);
  });

  const deprecation = {
    coordinate: 'User.firstName',
    deprecatedAt: '2026-12-31T23:00:00.000Z',
    sunsetAt: '2027-04-30T23:00:00.000Z',
    instead: 'Use displayName.',
    notice: 'https://runners.example/changes',
  };

  test('is named once by each answer to a document that uses it', async () => {
    const twice = '{ me { firstName ...more } } fragment more on User { firstName }';
    for (const query of [firstName, firstName, firstName, twice]) {
      const { data, extensions } = await as(ann).graphql(query);
      expect(data).toEqual({ me: { firstName: 'Ann' } });
      expect(extensions['deprecations']).toEqual([deprecation]);
      expect(extensions).toHaveProperty('cost');
    }
    const { extensions } = await as(ann).graphql('{ me { lastName } }');
    expect(extensions).not.toHaveProperty('deprecations');
  });

  test('is named by the first event of a subscription, and by documents over a socket', async () => {
    const socket = await new TestSocket(service.url).init({ authorization: ann.authorization });
    const read = socket.operate(firstName);
    await read.ended;
    expect(read.results.all[0]).toHaveProperty('extensions.deprecations', [deprecation]);
    const live = socket.operate('subscription { feedPostAdded { cursor post { author { firstName } } } }');
    await sleep(300);
    for (const [day, title] of ['One', 'Two'].entries())
      await as(ann).graphql(
        `mutation { recordWorkout(input: { title: "${title}", runType: SLOW, runDate: "2027-01-1${day}T08:00:00", durationInSeconds: 60, privacy: FRIENDS }) { workout { id } } }`,
      );
    await live.first(2);
    const [first, second] = live.results.all;
    expect(first).toHaveProperty('extensions.deprecations', [deprecation]);
    expect(second).not.toHaveProperty('extensions');
    socket.raw.close();
  });
});

test.each<[moment: string, status: number, retryAfter: string | undefined]>([
  ['03-27T23:59:59.999', 200, undefined],
  ['03-28T00:00:00', 503, '14400'],
  ['03-28T01:59:59.500', 503, '7201'],
  ['03-28T02:00:00', 503, '7200'],
  ['03-28T03:59:59.999', 503, '1'],
  ['03-28T04:00:00', 200, undefined],
  ['04-30T23:59:59.999', 200, undefined],
  ['05-01T00:00:00', 410, undefined],
  ['12-31T00:00:00', 410, undefined],
])('at %s, the row and the field are answered with %d', async (moment, status, retryAfter) => {
  service.clock.set(at(moment));
  const row = await get('dashboard');
  expect([row.status, row.headers['retry-after']]).toEqual([status, retryAfter]);
  const field = await as(ann).sendTo('POST', '/graphql', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: firstName }),
  });
  expect([field.status, field.headers['retry-after']]).toEqual([status, retryAfter]);
  expect((await get('friends')).status).toBe(200);
});

describe('what is off', () => {
  beforeEach(() => service.clock.set(at('06-01T00:00:00')));

  testOf('translate')('says so to people, and names the twin', async () => {
    const { status, text, headers } = await get('dashboard', { Accept: 'application/xml' });
    expect(status).toBe(410);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(
      /^GET \/post\/\?type=dashboard was switched off on 2027-04-30\. Ask for type=friends\. GraphQL has the same as the document sha256:[0-9a-f]{64}: http:\S+\/migrate\?row=GET%20%2Fpost%2F\. See https:\/\/runners\.example\/changes$/,
    );
    expect(headers['graphql-document-id']).toBe(/sha256:[0-9a-f]{64}/.exec(text)?.[0]);
    expect(headers['sunset']).toBe('Fri, 30 Apr 2027 23:00:00 GMT');
  });

  test('is asked for with a key first', async () => {
    expect((await nobody(service).get('/comment/?post_id=1')).status).toBe(401);
    expect((await as(ann).get('/comment/?post_id=1')).status).toBe(410);
  });

  test('is refused by its code over GraphQL, whichever way it comes', async () => {
    const { errors, status } = await as(ann).graphql(firstName);
    expect([status, errors[0]?.extensions.code]).toEqual([410, 'RETIRED']);
    const socket = await new TestSocket(service.url).init({ authorization: ann.authorization });
    expect(await socket.operate(firstName).refused()).toBe('RETIRED');
    socket.raw.close();
  });

  test('is also off where only the value of a variable names it', async () => {
    const feed = 'query ($type: FeedType!) { feed(type: $type) { isFallback } }';
    for (let i = 0; i < 3; i++) {
      const { errors } = await as(ann).graphql(feed, { type: 'LOCAL' });
      expect(errors[0]?.extensions.code).toBe('RETIRED');
      expect((await as(ann).graphql(feed, { type: 'FRIENDS' })).errors).toEqual([]);
    }
  });

  test('a field of an interface is off by whichever type a document uses it', async () => {
    for (const query of [
      '{ workouts(first: 1) { nodes { post { viewerLikes } } } }',
      '{ node(id: "x") { ... on Likeable { viewerLikes } } }',
      '{ node(id: "x") { ... on Comment { viewerLikes } } }',
    ])
      expect((await as(ann).graphql(query)).errors[0]?.extensions.code).toBe('RETIRED');
  });

  testOf('translate')('is translated and compared all the same, for whoever moves away from it', async () => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const name = { name: 'Content-Type', value: 'application/json' };
    const answer = { status: 200, headers: [name], content: { mimeType: 'application/json', text: '{}' } };
    const url = 'https://old.example/api/v1/post/?type=dashboard';
    const body = JSON.stringify([{ request: { method: 'GET', url, headers: [] }, response: answer }]);
    const { text } = await as(ann).sendTo('POST', '/migrate/calls', { headers, body });
    expect(JSON.parse(text)).toMatchObject({ calls: [{ row: 'GET /post/', verdict: 'different' }] });
    expect(text).not.toContain('410');
  });

  test('a field that is off stays in the answers of rows', async () => {
    expect((await as(ann).get('/me/')).json()).toHaveProperty('first_name', 'Ann');
  });
});

describe('a brownout', () => {
  test('never concerns the keys that the plan names', async () => {
    service.clock.set(at('03-28T02:00:00'));
    expect((await new Client(service.url, keys.kiosk).get('/post/?type=dashboard')).status).toBe(200);
    expect((await new Client(service.url, keys.other).get('/post/?type=dashboard')).status).toBe(503);
    service.clock.set(at('06-01T00:00:00'));
    expect((await new Client(service.url, keys.kiosk).get('/post/?type=dashboard')).status).toBe(410);
  });
});

describe('without a restart', () => {
  beforeEach(() => service.clock.set(at('06-01T00:00:00')));

  test('the plan is paused within a second, and put in force again', async () => {
    await service.sql('insert into retirement_pause (id) values (1)');
    await sleep(1000);
    const paused = await get('dashboard');
    expect(paused.status).toBe(200);
    expect(paused.headers).toHaveProperty('sunset');
    expect((await as(ann).graphql(firstName)).errors).toEqual([]);
    await service.sql('delete from retirement_pause');
    await sleep(1000);
    expect((await get('dashboard')).status).toBe(410);
  });

  test('is told by the metrics, with how many calls were refused', async () => {
    const metrics = async () => {
      const { text } = await new Client(service.url, `Bearer ${settings.METRICS_TOKEN}`).sendTo('GET', '/metrics');
      const of = (series: string) =>
        Number(
          new RegExp(`^runners_retirement_${series}\\{name="GET /post/\\?type=dashboard",.*\\} (\\S+)$`, 'm').exec(
            text,
          )?.[1],
        );
      return { off: of('off'), sunset: of('sunset_timestamp_seconds'), refusals: of('refusals_total') };
    };
    const { off, sunset, refusals } = await metrics();
    expect([off, sunset]).toEqual([1, Date.parse(plan.retirements[0]?.sunset ?? '') / 1000]);
    await get('dashboard');
    await get('friends');
    service.clock.set(at('01-15T00:00:00'));
    await get('dashboard');
    expect(await metrics()).toEqual({ off: 0, sunset, refusals: refusals + 1 });
  });

  test('a plan is read again, and one that is refused changes nothing', async () => {
    write({ ...plan, paused: true });
    await service.retiring.plan.reload();
    expect((await get('dashboard')).status).toBe(200);
    write({ retirements: [{ ...dashboard, name: 'GET /posts/' }] });
    await service.retiring.plan.reload();
    expect((await get('dashboard')).headers).toHaveProperty('sunset');
    expect(lines.some((line) => line.includes('has no row GET /posts/. (the plan before stays in force)'))).toBe(true);
    write({ retirements: [] });
    await service.retiring.plan.reload();
    const { status, headers } = await get('dashboard');
    expect([status, headers['deprecation']]).toEqual([200, undefined]);
    const { extensions } = await as(ann).graphql(firstName);
    expect(extensions).not.toHaveProperty('deprecations');
    write(plan);
    await service.retiring.plan.reload();
    expect((await get('dashboard')).status).toBe(410);
  });
});
