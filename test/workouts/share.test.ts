/**
 * A workout can be shared on the social network.
 * Rows: `POST /workout/[ID]/share/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { aWhile, until } from '../mail/patience.ts';
import { as, cast } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import type { Mischief } from '../support/social-network.ts';
import { record, workoutBody } from '../support/workouts.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const token = 'token-of-ann';
network.members.set(token, { me: { id: '1' } });
let people: Cast;
beforeAll(async () => {
  people = await cast(service);
});

const fields = (changes: Mapping = {}) => ({ social_network: 'meshbook', token, ...changes });
const share = (person: Person, workout: number | string, body: Mapping = fields()) =>
  as(person).post(`/workout/${workout}/share/`, body);
const failing =
  (status: number, code = 2): Mischief =>
  (_request, response) =>
    void response.writeHead(status).end(JSON.stringify({ error: { code } }));

describe('POST /workout/[ID]/share/', () => {
  test.each(encodingNames)('posts the run on the network, sent as %s', async (encoding) => {
    const { workout } = await record(people.ann, { title: 'Along the river & <back>', privacy: 'friends' });
    const padded = Object.entries(fields()).map(([name, value]) => [name, `\n  ${String(value)}\t`]);
    const { query, parcel } = encodings[encoding](Object.fromEntries(padded) as Mapping);
    const answer = await as(people.ann).send('POST', `/workout/${workout}/share/${query}`, parcel);
    expect([answer.status, answer.json()]).toEqual([200, { success: true, post_id: '1_1' }]);
    expect(network.posts).toEqual([{ id: '1_1', by: '1', message: 'Along the river & <back>: 3.11 mi in 30:00' }]);
  });

  test.each(['json', 'xml', 'yaml'])('answers in %s', async (format) => {
    const { workout } = await record(people.ann);
    const shared = await as(people.ann).post(`/workout/${workout}/share/?format=${format}`, fields());
    expect([shared.status, wireValue(shared)]).toEqual([200, { success: true, post_id: '1_1' }]);
    const refused = await as(people.ann).post(`/workout/${workout}/share/?format=${format}`, fields({ token: 'bad' }));
    expect([refused.status, wireValue(refused)]).toEqual([200, { success: false }]);
  });

  test("posts the runner's text and the known values, in the runner's own unit", async () => {
    const { bob } = people;
    await as(bob).patch(`/preferences/${bob.id}/`, { distance: 'kilometers' });
    const far = await record(bob, {
      title: 'Far',
      post_body: 'Hot.\nLong.',
      duration_in_seconds: 3723,
      distance_in_meters: 12345,
    });
    await share(bob, far.workout);
    const indoors = await record(bob, { title: 'Indoors', distance_in_meters: null });
    await share(bob, indoors.workout);
    expect(network.posts.map(({ message }) => message)).toEqual([
      'Far: 12.35 km in 1:02:03\n\nHot.\nLong.',
      'Indoors: 30:00',
    ]);
  });

  test.each(['json', 'xml', 'yaml'])(
    "shares only one's own workouts, and always answers 200 with a message, in %s",
    async (format) => {
      const { ann, bob, cho } = people;
      const seen = await record(ann, { privacy: 'friends' });
      const hidden = await record(ann, { privacy: 'private' });
      const unseen = 'There is no such thing, or you may not see it.';
      for (const body of [fields(), {}, fields({ token: 'bad' }), fields({ social_network: 'facenet' })])
        for (const [person, workout, message] of [
          [bob, seen.workout, 'This belongs to somebody else.'],
          [cho, seen.workout, unseen],
          [bob, hidden.workout, unseen],
          [ann, 999_999_999, unseen],
        ] as const) {
          const answer = await as(person).post(`/workout/${workout}/share/?format=${format}`, body);
          expect([answer.status, wireValue(answer)]).toEqual([200, { success: false, message }]);
        }
      expect(network.calls).toEqual([]);
    },
  );

  test('never shares a private workout', async () => {
    const { workout } = await record(people.ann, { privacy: 'private' });
    const answer = await share(people.ann, workout);
    expect([answer.status, answer.json(), network.calls]).toEqual([200, { success: false }, []]);
  });

  test.each<[string, Mapping]>([
    ['a token of nobody', { token: 'bad' }],
    ['an odd token', { token: 'ö\u0000 x' }],
    ['an empty token', { token: '' }],
  ])('200 and no success: %s', async (_what, changes) => {
    const { workout } = await record(people.ann);
    const answer = await share(people.ann, workout, fields(changes));
    expect([answer.status, answer.json(), network.posts]).toEqual([200, { success: false }, []]);
  });

  test.each<[string, Mischief]>([
    ['silent', () => {}],
    ['down', (request) => void request.socket.destroy()],
    ['failing', failing(500)],
    ['refusing', failing(403, 200)],
    ['elsewhere', (_request, response) => void response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
    ['no JSON', (_request, response) => void response.end('ok')],
    ['without an id', (_request, response) => void response.end('{}')],
  ])('200 and no success: the network is %s', async (_what, mischief) => {
    const { workout } = await record(people.ann);
    network.mischief = mischief;
    const answer = await share(people.ann, workout);
    expect([answer.status, answer.json()]).toEqual([200, { success: false }]);
  });

  test.each(encodingNames)(
    'answers 200 with a message for another network and missing fields, sent as %s',
    async (encoding) => {
      const { workout } = await record(people.ann);
      for (const [sent, message] of [
        [fields({ social_network: 'facenet' }), 'The only social network that can be shared to is meshbook.'],
        [fields({ social_network: '' }), 'The only social network that can be shared to is meshbook.'],
        [{ token }, 'social_network: is required'],
        [{ social_network: 'meshbook' }, 'token: is required'],
        [{ other: 1 }, 'social_network: is required\ntoken: is required'],
      ] as const) {
        const { query, parcel } = encodings[encoding](sent);
        const answer = await as(people.ann).send('POST', `/workout/${workout}/share/${query}`, parcel);
        expect([answer.status, answer.json()]).toEqual([200, { success: false, message }]);
      }
      expect(network.calls).toEqual([]);
    },
  );

  test('answers 200 with a message for fields that are not texts', async () => {
    const { workout } = await record(people.ann);
    const answer = await share(people.ann, workout, { social_network: ['a'], token: {} });
    const message = 'social_network: must be a text\ntoken: must be a text';
    expect([answer.status, answer.json()]).toEqual([200, { success: false, message }]);
  });

  test('answers 401 without a key', async () => {
    expect((await share({ ...people.ann, authorization: 'ApiKey a:b' }, 1)).status).toBe(401);
  });

  test('is available in GraphQL', async () => {
    const { workout } = await record(people.ann);
    const id = Buffer.from(`Workout:${workout}`).toString('base64');
    const found = await as(people.ann).graphql<{ workouts: { nodes: { id: string; databaseId: number }[] } }>(
      '{ workouts(first: 1) { nodes { id databaseId } } }',
    );
    const globalId = found.data?.workouts.nodes.find(({ databaseId }) => databaseId === workout)?.id ?? id;
    const mutation =
      'mutation ($input: ShareWorkoutInput!) { shareWorkout(input: $input) { success networkPostId postId } }';
    const input = { id: globalId, socialNetwork: 'meshbook', token };
    const { data } = await as(people.ann).graphql(mutation, { input });
    expect(data).toEqual({ shareWorkout: { success: true, networkPostId: '1_1', postId: '1_1' } });
  });
});

describe('social_access_token at the upload', () => {
  const jobs = () => service.sql("select data, state from pgboss.job where name = 'share'");
  const done = () => until(async () => (await jobs()).length === 0, 'the job to be done');
  const gpx = (inside: string, start: string) =>
    makeGpx({ metadata: `<extensions>${inside}</extensions>`, start, track: '<name>By device</name>' });

  test.each(['json', 'xml'] as const)('shares a workout sent as %s', async (encoding) => {
    const { parcel } = encodings[encoding](workoutBody({ title: `As ${encoding}`, social_access_token: token }));
    expect((await as(people.ann).send('POST', '/workout/', parcel)).status).toBe(201);
    await until(() => network.posts.length > 0, 'the post');
    expect(network.posts.map(({ message }) => message)).toEqual([`As ${encoding}: 3.11 mi in 30:00`]);
    await done();
  });

  test('shares a GPX file', async () => {
    const inside = `<social_access_token>${token}</social_access_token>`;
    expect((await as(people.ann).upload(gpx(inside, '2024-06-01T06:00:00Z'))).status).toBe(201);
    await until(() => network.posts.length > 0, 'the post');
    expect(network.posts.map(({ message }) => message)).toEqual(['By device: 1.12 mi in 10:00']);
    await done();
  });

  test('shares neither private workouts nor duplicates, and nothing without a token', async () => {
    const body = workoutBody();
    const inside = `<privacy>private</privacy><social_access_token>${token}</social_access_token>`;
    const answers = [
      await as(people.ann).post('/workout/', workoutBody({ privacy: 'private', social_access_token: token })),
      await as(people.ann).upload(gpx(inside, '2024-06-02T06:00:00Z')),
      await as(people.ann).post('/workout/', body),
      await as(people.ann).post('/workout/', { ...body, social_access_token: token }),
      await as(people.ann).post('/workout/', workoutBody({ social_access_token: '' })),
      await as(people.ann).post('/workout/', workoutBody({ social_access_token: null })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 400, 201, 201]);
    expect(await jobs()).toEqual([]);
    await aWhile();
    expect(network.calls).toEqual([]);
  });

  test('stores the workout of an invalid token without sharing it, and deletes the token', async () => {
    for (const bad of ['of nobody', 'of-nobody', 'x'.repeat(5000)])
      expect((await as(people.ann).post('/workout/', workoutBody({ social_access_token: bad }))).status).toBe(201);
    await until(() => network.calls.length > 0, 'the attempt');
    await done();
    expect([network.calls, network.posts]).toEqual([['/me/feed'], []]);
  });

  test('does not retry when the network may have posted it, and deletes the token', async () => {
    network.mischief = (request) => void request.socket.destroy();
    await record(people.ann, { social_access_token: token });
    await until(() => network.calls.length > 0, 'the attempt');
    await done();
    await aWhile();
    expect(network.calls).toEqual(['/me/feed']);
  });

  test('retries while the network has posted nothing, until the workout is private', async () => {
    network.mischief = failing(503);
    const { workout } = await record(people.ann, { social_access_token: token });
    const again = () =>
      service.sql("update pgboss.job set start_after = now() where name = 'share' and state = 'retry'");
    await until(async () => (await again(), network.calls.length > 1), 'the second attempt');
    await service.sql("update workout set privacy = 'private' where id = ?", [workout]);
    network.mischief = null;
    await until(async () => (await again(), (await jobs()).length === 0), 'the end');
    expect(network.posts).toEqual([]);
  });

  test('retries until the workout is shared, or an hour has passed', async () => {
    network.mischief = failing(503);
    await record(people.ann, { title: 'At last', social_access_token: token });
    const again = () =>
      service.sql("update pgboss.job set start_after = now() where name = 'share' and state = 'retry'");
    await until(() => network.calls.length > 0, 'the attempt');
    network.mischief = null;
    await until(async () => (await again(), network.posts.length > 0), 'the post');
    await done();
    network.mischief = failing(503);
    await record(people.ann, { title: 'Never', social_access_token: token });
    await until(async () => (await jobs()).some(({ state }) => state === 'retry'), 'the failed attempt');
    await service.sql(
      `update pgboss.job set data = jsonb_set(data, '{until}', '"2020-01-01T00:00:00.000Z"') where name = 'share'`,
    );
    await until(async () => (await again(), (await jobs()).length === 0), 'the end');
    expect(network.posts.map(({ message }) => message)).toEqual(['At last: 3.11 mi in 30:00']);
  });
});
