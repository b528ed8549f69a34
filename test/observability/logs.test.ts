/**
 * Requests have ids, one line each in the log, and metrics. The tests send many kinds of requests at the most verbose
 * level and check that the log contains neither secrets nor texts of users.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import { Client, contentTypes } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { addPicture } from '../pictures/sending.ts';
import { workoutBody } from '../support/workouts.ts';

const metricsToken = 'metrics-token-of-the-tests';
const lines: string[] = [];
const service = await testService(
  { METRICS_TOKEN: metricsToken, SLOW_STATEMENT_MS: '0.0001', HSTS_SECONDS: '600' },
  {},
  lines,
);
const mark = randomUUID().slice(0, 8);
const [ann, bob] = [await newPerson(service, 'Zarathea', mark), await newPerson(service, 'Bob', `B${mark}`)];
await befriend(service, ann, bob);

interface Line {
  msg: string;
  level: number;
  requestId?: string;
  row?: string;
  operation?: string;
  viewer?: number | null;
  status?: number;
  statements?: number;
  cost?: number;
  ms?: number;
  statement?: string;
}
const logged = () => lines.map((line) => JSON.parse(line) as Line);

/** Waits for the line about the request with this id. */
async function lineOf(id: string, msg = 'request'): Promise<Line> {
  for (;;) {
    const found = logged().find((line) => line.requestId === id && line.msg === msg);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const words = {
  post: 'Wordsofawrittenpost',
  comment: 'Wordsofacomment',
  message: 'Wordsofamessage',
  place: 'Wordsofaplace',
  password: 'never to be seen again',
};

/** Sends many kinds of valid and invalid requests. Returns every secret and text that they contained. */
async function traffic(): Promise<string[]> {
  const [asAnn, anyone] = [as(ann), nobody(service)];
  const signIn = (password: string) => anyone.post('/account/login/', { email: ann.email, password });
  await signIn(words.password);
  const { api_key: second } = (await signIn(ann.password)).json<{ api_key: string }>();
  await anyone.post('/account/login/', { email: 'nobody-at-all@example.org', password: words.password });
  await anyone.post('/account/forgot_password', { email: ann.email });
  const token = /password-reset\/([\w-]{43})/.exec((await mailsTo(service, ann.email, 1)).at(-1) ?? '')?.[1] ?? '';
  await anyone.sendTo('GET', `/password-reset/${token}`);
  await anyone.sendTo('GET', `/api/v1/user/?key=${second}`);
  await new Client(service.url, `Bearer ${randomUUID()}`).get('/me/');
  const workout = await asAnn.post('/workout/', workoutBody({ title: words.post }));
  const post = Number(/(\d+)\/$/.exec(workout.json<{ post: string }>().post)?.[1]);
  await asAnn.post('/comment/', { post_id: post, comment: words.comment });
  const picture = await addPicture(ann, post);
  await anyone.sendTo('GET', picture.feed.replace(service.url, ''));
  await asAnn.upload(`<gpx><metadata><name>${words.place}</name></metadata><trk>`);
  await asAnn.send('POST', '/workout/', {
    headers: { 'Content-Type': 'application/json' },
    body: `{"title": ${words.post}`,
  });
  await asAnn.post('/conversation/', { recipients: [bob.id], message: words.message });
  await asAnn.graphql('mutation ($input: SignInInput!) { signIn(input: $input) { apiKey } }', {
    input: { email: bob.email, password: words.password },
  });
  await asAnn.graphql(
    `query ${words.place} ($q: Int!) { me { id } searchUsers(text: "${words.place}") { nodes { id } } }`,
    {
      q: words.message,
    },
  );
  await asAnn.graphql(`{ me { ${words.message} } }`);
  const socket = await new TestSocket(service.url).init({ apiKey: second });
  const live = socket.operate(messageAdded, { after: await liveCursor(as(ann)) });
  await socket.operate(`query ${words.place} { me { id } }`).results.until((all) => all.length > 0);
  await as(bob).post('/conversation/', { recipients: [ann.id], message: words.message });
  await live.results.until((all) => all.length > 0);
  socket.raw.close();
  await socket.closed;
  const { pathname, search } = new URL(picture.feed);
  const signatures = [...new URLSearchParams(search).values()].filter((value) => value.length > 20);
  const keys = [ann, bob].map(({ authorization }) => authorization.split(':')[1] ?? '');
  expect(pathname).toContain('/media/picture/');
  return [
    ...Object.values(words),
    ...keys,
    ...signatures,
    ...[ann, bob].flatMap(({ email, password, lastName, username }) => [email, password, lastName, username]),
    second,
    token,
    'nobody-at-all',
    metricsToken,
    'only for tests',
  ];
}

test('no secrets and no texts of users are logged', async () => {
  const secrets = await traffic();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines.length).toBeGreaterThan(40);
  expect(secrets.every((secret) => secret.length > 7)).toBe(true);
  const text = lines.join('');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('an answer has the id of its request, or a new one', async () => {
  const asked = async (id?: string, path = `/api/v1/user/${ann.id}/`) =>
    (await as(ann).sendTo('GET', path, id === undefined ? {} : { headers: { 'X-Request-Id': id } })).headers[
      'x-request-id'
    ];
  const uuid = randomUUID();
  expect(await asked(uuid)).toBe(uuid);
  const made = [await asked(), await asked('with a blank'), await asked(ann.email), await asked('x'.repeat(101))];
  expect(made.every((id) => /^[0-9a-f]{12}-[0-9a-z]+$/.test(String(id)))).toBe(true);
  expect(new Set(made).size).toBe(4);
  for (const path of [
    '/healthz',
    '/nothing',
    '/graphql',
    '/password-reset/x',
    '/media/profile/1/2/3',
    '/api/v1/nothing/',
  ])
    expect([path, await asked(uuid, path)]).toEqual([path, uuid]);
});

test('every answer has the headers nosniff and HSTS', async () => {
  for (const path of ['/healthz', '/nothing', '/graphql', `/api/v1/user/${ann.id}/`, '/password-reset/x']) {
    const { headers } = await as(ann).sendTo('GET', path);
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
    expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=600']);
  }
});

test('a line contains the viewer, the row, the status, and the cost', async () => {
  const [rest, graphql] = [randomUUID(), randomUUID()];
  await as(ann).get(`/user/${bob.id}/`, { 'X-Request-Id': rest });
  const line = await lineOf(rest);
  expect(line).toMatchObject({ row: 'GET /user/[user_id]/', operation: 'Query.user', viewer: ann.id, status: 200 });
  expect(line.statements).toBeGreaterThan(0);
  expect(line.ms).toBeGreaterThan(0);
  await as(ann).sendTo('POST', '/graphql', {
    headers: { 'X-Request-Id': graphql, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'query Chosen { a: me { id } ...Rest } fragment Rest on Query { liveCursor }' }),
  });
  expect(await lineOf(graphql)).toMatchObject({
    row: '/graphql',
    operation: 'Query.me Query.liveCursor',
    viewer: ann.id,
  });
  expect((await lineOf(graphql)).cost).toBeGreaterThan(0);
});

test.each([
  ['json', 'POST /workout/ (JSON)', 'Mutation.recordWorkout'],
  ['xml', 'POST /workout/ (JSON)', 'Mutation.recordWorkout'],
  ['yaml', 'POST /workout/ (JSON)', 'Mutation.recordWorkout'],
  ['gpx', 'POST /workout/ (GPX)', 'Mutation.importGpx'],
] as const)('the line of a workout in %s names the row %s', async (format, row, operation) => {
  const id = randomUUID();
  const body = format === 'gpx' ? makeGpx() : String(encodings[format](workoutBody()).parcel.body);
  const headers = { 'X-Request-Id': id, 'Content-Type': contentTypes[format] };
  expect((await as(ann).send('POST', '/workout/', { headers, body })).status).toBe(201);
  expect(await lineOf(id)).toMatchObject({ row, operation, status: 201 });
});

test('the ids of operations of a socket begin with the id of the socket', async () => {
  const id = randomUUID();
  const socket = await new TestSocket(service.url, { headers: { 'X-Request-Id': id } }).init({
    authorization: ann.authorization,
  });
  socket.operate('{ me { id } }');
  expect(await lineOf(`${id}.1`, 'operation')).toMatchObject({ operation: 'Query.me', viewer: ann.id, row: 'socket' });
  socket.raw.close();
  expect(await lineOf(id)).toMatchObject({ row: 'socket', status: 101 });
});

test('a slow statement is logged with its name', async () => {
  const id = randomUUID();
  await as(ann).get(`/user/${bob.id}/`, { 'X-Request-Id': id });
  expect((await lineOf(id, 'slow statement')).statement).toMatch(/^[a-z_]+$/);
});

/** Returns the value of a series, by the beginning of its line. */
async function metric(series: string): Promise<number> {
  const { text } = await new Client(service.url, `Bearer ${metricsToken}`).sendTo('GET', '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(series));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}

test('metrics require their token', async () => {
  for (const authorization of [undefined, 'Bearer wrong', ann.authorization, `Bearer ${metricsToken}x`])
    expect((await new Client(service.url, authorization).sendTo('GET', '/metrics')).status).toBe(401);
});

test('metrics count rows and operations by outcome, with their durations', async () => {
  const row = 'row="GET /user/[user_id]/"';
  const count = () => metric(`runners_http_requests_total{${row},outcome="ok"`);
  const refused = () => metric(`runners_http_requests_total{${row},outcome="refused"`);
  const operations = () => metric('runners_operations_total{operation="Query.me",outcome="ok"');
  const before = [await count(), (await refused()) || 0, await operations()];
  await as(ann).get(`/user/${ann.id}/`);
  await as(ann).get('/user/99999999/');
  await as(ann).graphql('query Anything { me { id } }');
  expect([await count(), await refused(), await operations()]).toEqual(before.map((value) => Number(value) + 1));
  for (const [outcome, counted] of [
    ['ok', await count()],
    ['refused', await refused()],
  ] as const)
    expect(await metric(`runners_http_request_duration_seconds_bucket{le="+Inf",${row},outcome="${outcome}"`)).toBe(
      counted,
    );
});

test('metrics contain the pool, queues, sockets, lag, jobs and memory, and no label comes from a caller', async () => {
  const { text } = await new Client(service.url, `Bearer ${metricsToken}`).sendTo('GET', '/metrics');
  for (const series of [
    'runners_database_connections{state="waiting"',
    'runners_queue_waiting{queue="expensive"',
    'runners_live_connections{kind="socket"',
    'runners_live_subscriptions{',
    'runners_live_event_lag_seconds{',
    'runners_jobs_waiting{queue="mail"',
    'runners_jobs_total{queue="mail",outcome="ok"',
    'process_resident_memory_bytes{',
    'nodejs_eventloop_lag_seconds{',
  ])
    expect(text).toContain(series);
  for (const word of [...Object.values(words), 'Chosen', 'Anything', mark]) expect(text).not.toContain(word);
});
