/** Answers with long tracks are streamed, and a limited number of them at the same time. */
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, befriend, cast, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import { recordLong } from './long-tracks.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
let far: Person;
let long = 0;
let middle = 0;
const many: number[] = [];

beforeAll(async () => {
  far = await newPerson(service, 'Far', 'Runner');
  await befriend(service, ann, far);
  long = await recordLong(service, ann, 60_000);
  middle = await recordLong(service, bob, 40_000);
  for (let i = 0; i < 26; i++) many.push(await recordLong(service, far, 4000));
});

const workoutId = (id: number) => globalId('Workout', id);
const fields = ['track', 'gpx'] as const;

/** The ways to a workout's fields. */
const ways = (id: number, owner: Person): [way: string, document: (field: string) => string][] => [
  ['by its id', (field) => `{ workout(id: "${workoutId(id)}") { ${field} } }`],
  ['as a node', (field) => `{ node(id: "${workoutId(id)}") { ... on Workout { ${field} } } }`],
  ['as one of several nodes', (field) => `{ nodes(ids: ["${workoutId(id)}"]) { ... on Workout { ${field} } } }`],
  ['in a list', (field) => `{ workouts(userId: "${globalId('User', owner.id)}") { nodes { ${field} } } }`],
  ['on an edge', (field) => `{ workouts(userId: "${globalId('User', owner.id)}") { edges { node { ${field} } } } }`],
  ['in a feed', (field) => `{ feed(type: FRIENDS) { nodes { workout { ${field} } } } }`],
  [
    'after a change',
    (field) => `mutation { editWorkout(input: { id: "${workoutId(id)}", title: "x" }) { workout { ${field} } } }`,
  ],
];

/** What refuses a document, and which statements it cost. */
async function refused(person: Person, document: string, variables: Mapping = {}) {
  let messages: string[] = [];
  const statements = await countStatements(service, async () => {
    const { errors } = await as(person).graphql(document, variables);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(errors.map(() => 'TOO_COSTLY'));
    messages = errors.map(({ message }) => message);
  });
  expect(messages).not.toEqual([]);
  return { messages, statements };
}

describe('a long track', () => {
  test.each(fields.flatMap((field) => [0, 1, 2, 3, 4, 6].map((way) => [field, way] as const)))(
    'is not in an answer: %s, way %i; the error names the URLs',
    async (field, way) => {
      const document = ways(long, ann)[way]?.[1](field) ?? '';
      const { messages, statements } = await refused(ann, document);
      for (const message of messages) expect(message).toMatch(/60000 points.*`gpxUrl`.*`trackUrl`/);
      expect(statements).not.toContain('tracks_by_workout_ids');
    },
  );

  test('is streamed completely from its URLs', async () => {
    const { data } = await as(ann).graphql<{ workout: Record<'gpxUrl' | 'trackUrl', string> }>(
      `{ workout(id: "${workoutId(long)}") { gpxUrl trackUrl } }`,
    );
    const gpx = await fetch(data?.workout.gpxUrl ?? '');
    expect(gpx.headers.get('content-type')).toBe('application/gpx+xml; charset=utf-8');
    expect((await gpx.text()).match(/<trkpt/g)).toHaveLength(60_000);
    const points = (await (await fetch(data?.workout.trackUrl ?? '')).json()) as Mapping[];
    expect(points).toHaveLength(60_000);
    expect(points.at(-1)).toEqual({ lat: 47.0059999, lng: 8.5, time: '2024-03-01T16:39:59.000000Z', elev: 408.5 });
  });

  test('is in the GPX file of the list over REST', async () => {
    const { text } = await as(bob).get(`/workout/?user=${ann.id}`, { Accept: contentTypes.gpx });
    expect(text.match(/<trkpt/g)).toHaveLength(60_000);
    expect(text).toContain('<author><name>Ann Archer</name></author>');
  });
});

describe('many tracks', () => {
  const farAway = () => `userId: "${globalId('User', far.id)}"`;
  const again = (count: number, field: string) => Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');
  const documents: [what: string, document: (field: string) => string][] = [
    ['of a list', (field) => `{ workouts(${farAway()}, first: 40) { nodes { ${field} } } }`],
    ['of edges', (field) => `{ workouts(${farAway()}, first: 40) { edges { node { ${field} } } } }`],
    [
      'of pages beside each other',
      (field) =>
        `{ a: workouts(${farAway()}, first: 13) { nodes { ${field} } } b: workouts(${farAway()}, first: 13) { nodes { ${field} } } }`,
    ],
    ['of one workout again and again', (field) => `{ workout(id: "${workoutId(middle)}") { ${again(3, field)} } }`],
    [
      'of one workout by aliases above it',
      (field) => `{ ${again(3, `workout(id: "${workoutId(middle)}") { ${field} }`)} }`,
    ],
    ['of nodes', (field) => `{ nodes(ids: ${JSON.stringify(many.map(workoutId))}) { ... on Workout { ${field} } } }`],
    ['of a feed', (field) => `{ feed(type: FRIENDS, first: 40) { nodes { workout { ${field} } } } }`],
    [
      'of changes',
      (field) =>
        `mutation { ${again(3, `editWorkout(input: { id: "${workoutId(middle)}", title: "x" }) { workout { ${field} } }`)} }`,
    ],
  ];

  test.each(documents.flatMap(([what, document]) => fields.map((field) => [what, field, document] as const)))(
    '%s are refused: %s',
    async (what, field, document) => {
      const { statements } = await refused(what === 'of a feed' ? far : bob, document(field));
      // What is asked for together is counted together, and not read; of the others what was within the limit was.
      const asked = statements.filter((name) => name === 'track_sizes_by_workout_ids').length;
      const read = statements.filter((name) => name === 'tracks_by_workout_ids').length;
      expect(read).toBe(asked - 1);
    },
  );

  test('gpx and track count together', async () => {
    const document = `{ a: workout(id: "${workoutId(middle)}") { track gpx } b: workout(id: "${workoutId(middle)}") { track } }`;
    await refused(bob, document);
  });

  test('are returned completely up to the limit', async () => {
    const { data, errors } = await as(bob).graphql<{ workouts: { nodes: { track: unknown[] }[] } }>(
      `{ workouts(${farAway()}, first: 24) { nodes { track } } }`,
    );
    expect(errors).toEqual([]);
    expect(data?.workouts.nodes.map(({ track }) => track.length)).toEqual(Array.from({ length: 24 }, () => 4000));
  });

  test('are not read for a page without tracks', async () => {
    const document = `{ workouts(${farAway()}) { nodes { polyline gpxUrl trackUrl staticMapUrl } } }`;
    const statements = await countStatements(service, () => as(bob).graphql(document));
    expect(statements).toEqual(['workouts_of_user_alone']);
  });
});

describe('the URLs of a track', () => {
  const urlsOf = async (person: Person, id: number) => {
    const { data } = await as(person).graphql<{ workout: Record<'gpxUrl' | 'trackUrl', string> & Mapping }>(
      'query ($id: ID!) { workout(id: $id) { gpxUrl trackUrl gpx track } }',
      { id: workoutId(id) },
    );
    return data?.workout ?? { gpxUrl: '', trackUrl: '', gpx: '', track: null };
  };
  const statusOf = async (url: string) => (await fetch(url)).status;

  test('return the same as the fields, to everyone who has them', async () => {
    const { id } = (await as(cho).upload(makeGpx({ points: 30 }))).json<{ id: number }>();
    const { gpxUrl, trackUrl, gpx, track } = await urlsOf(ann, id);
    expect(await (await fetch(gpxUrl)).text()).toBe(gpx);
    expect(await (await fetch(trackUrl)).json()).toEqual(track);
    const head = await fetch(gpxUrl, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('return a file and no list without points', async () => {
    const { workout } = await record(cho);
    const { gpxUrl, trackUrl, gpx } = await urlsOf(ann, workout);
    expect(trackUrl).toBeNull();
    expect(await (await fetch(gpxUrl)).text()).toBe(gpx);
  });

  test('become invalid with the visibility of the workout, and cannot be forged', async () => {
    const { id } = (await as(cho).upload(makeGpx({ start: '2024-07-01T06:00:00Z' }))).json<{ id: number }>();
    const theirs = await urlsOf(ann, id);
    const own = await urlsOf(cho, id);
    for (const url of [theirs.gpxUrl, theirs.trackUrl]) {
      expect(await statusOf(url)).toBe(200);
      for (const forged of [
        url.replace(`/${id}/`, `/${middle}/`),
        url.replace(`/${ann.id}/`, `/${cho.id}/`),
        url.replace(/\/(gpx|json)\?/, '/xml?'),
        url.replace(/\?.*/, ''),
      ])
        expect(await statusOf(forged)).toBe(404);
    }
    const hide = 'mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: PRIVATE }) { workout { id } } }';
    await as(cho).graphql(hide, { id: workoutId(id) });
    for (const url of [theirs.gpxUrl, theirs.trackUrl]) expect(await statusOf(url)).toBe(404);
    for (const url of [own.gpxUrl, own.trackUrl]) expect(await statusOf(url)).toBe(200);
  });
});

describe('clients that do not read', () => {
  /** A download that stops after its headers. */
  const stopped = (url: string, headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers, agent: false }, resolve).on('error', reject);
    });

  test('of one user are limited; further ones receive 503 with Retry-After, and other users are served', async () => {
    const eve = await newPerson(service, 'Eve', 'Slow');
    const huge = await recordLong(service, eve, 250_000);
    const { data } = await as(eve).graphql<{ workout: Record<'gpxUrl' | 'trackUrl', string> }>(
      `{ workout(id: "${workoutId(huge)}") { gpxUrl trackUrl } }`,
    );
    const { gpxUrl = '', trackUrl = '' } = data?.workout ?? {};
    const list = `${service.url}/api/v1/workout/?format=gpx`;
    const headers = { Authorization: eve.authorization };
    const readers = await Promise.all([list, gpxUrl, trackUrl, list].map((url) => stopped(url, headers)));
    expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    // They wait for a place, for ten seconds.
    const further = [list, gpxUrl, trackUrl].map(async (url) => {
      const turnedAway = await fetch(url, { headers });
      expect([turnedAway.status, turnedAway.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await turnedAway.text()).toMatch(/^The service cannot do this right now/);
    });
    expect((await as(bob).get('/workout/?format=gpx')).status).toBe(200);
    await Promise.all(further);
    expect((await as(bob).get('/workout/?format=gpx')).status).toBe(200);
    for (const reader of readers) reader.destroy();
    let status = 503;
    while (status === 503) ({ status } = await fetch(gpxUrl, { method: 'GET' }));
    expect(status).toBe(200);
    expect((await nobody(service).sendTo('GET', '/media/track/1/1/gpx')).status).toBe(404);
  });
});
