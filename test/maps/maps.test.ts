/** Static maps of workouts and routes are drawn and cached correctly. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { globalId } from '../../schema/global-id.ts';
import { mapSvg } from '../../src/domain/maps/draw-map.ts';
import { as, befriend, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { wireValue } from '../support/read-wire.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const recordings = new URL('../../../packages/recordings/test/gpx/', import.meta.url);
let people: Cast;

type Kind = 'workout' | 'route';
const kinds: Kind[] = ['workout', 'route'];
const typeOf = { workout: 'Workout', route: 'Route' } as const;

/** The URL of a thing's map as REST hands it to somebody; null without a map. */
async function urlFor(person: Person, kind: Kind, id: number, format = 'json'): Promise<string | null> {
  const answer = await as(person).get(`/${kind}/${id}/?format=${format}`);
  return (wireValue(answer) as { static_map_url: string | null }).static_map_url;
}

/** The same over GraphQL, in a size. */
async function sized(person: Person, kind: Kind, id: number, size: string) {
  return as(person).graphql<{ thing: { staticMapUrl: string | null } | null }>(
    `query ($id: ID!) { thing: ${kind}(id: $id) { staticMapUrl${size} } }`,
    { id: globalId(typeOf[kind], id) },
  );
}

const statusOf = async (url: string | null) => (await fetch(url ?? '')).status;

/** How many pixels of a PNG are of each color that maps have. */
async function drawnIn(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colors = { line: [232, 80, 58], start: [42, 157, 92], ink: [51, 56, 63], paper: [244, 243, 238] };
  const counts = { line: 0, start: 0, ink: 0, paper: 0 };
  for (let i = 0; i < data.length; i += 3)
    for (const [name, rgb] of Object.entries(colors))
      if (rgb.every((value, channel) => Math.abs(value - (data[i + channel] ?? 0)) <= 6))
        counts[name as keyof typeof counts]++;
  return { width: info.width, height: info.height, ...counts };
}

/** A workout with points and a route from it, both with the privacy. */
async function things(owner: Person, privacy: string): Promise<Record<Kind, number>> {
  const { workout } = await record(owner, { privacy, points: pointsFrom(47.37, 8.55) });
  return { workout, route: await makeRoute(owner, workout, { name: 'Lap' }) };
}

const edits = {
  workout: 'mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: PRIVATE }) { workout { id } } }',
  route: 'mutation ($id: ID!) { editRoute(input: { id: $id, privacy: PRIVATE }) { route { id } } }',
};
const deletions = {
  workout: 'mutation ($id: ID!) { deleteWorkout(input: { id: $id }) { deletedId } }',
  route: 'mutation ($id: ID!) { deleteRoute(input: { id: $id }) { deletedId } }',
};

beforeAll(async () => {
  people = await cast(service);
});

describe('a map', () => {
  test.each(['strava-5k-heart-rate', 'garmin-activity', 'endomondo-two-segments', 'gpx10-four-tracks-partly-timed'])(
    'of %s has the line, its start and a scale, in every size',
    async (name) => {
      const runner = await newPerson(service, 'Runner', name.replaceAll(/\W|\d/g, ''));
      const uploaded = await as(runner).upload(readFileSync(new URL(`${name}.gpx`, recordings)));
      const { id } = uploaded.json<{ id: number }>();
      for (const [size, width, height] of [
        ['', 600, 400],
        ['(width: 400, height: 300)', 400, 300],
        ['(width: 800, height: 600)', 800, 600],
        ['(width: 100, height: 1000)', 100, 1000],
      ] as const) {
        const { data } = await sized(runner, 'workout', id, size);
        const response = await fetch(data?.thing?.staticMapUrl ?? '');
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
        const drawn = await drawnIn(Buffer.from(await response.arrayBuffer()));
        expect(drawn).toMatchObject({ width, height });
        expect(drawn.line).toBeGreaterThan(20);
        expect(drawn.start).toBeGreaterThan(8);
        expect(drawn.ink).toBeGreaterThan(20);
        expect(drawn.paper).toBeGreaterThan((width * height) / 2);
      }
    },
  );

  test('is in every format, and null without points', async () => {
    const { workout, route } = await things(people.ann, 'public');
    const { workout: bare } = await record(people.ann);
    for (const format of ['json', 'xml', 'yaml']) {
      for (const [kind, id] of [
        ['workout', workout],
        ['route', route],
      ] as const) {
        const url = await urlFor(people.cho, kind, id, format);
        expect(url).toMatch(new RegExp(`^${service.url}/media/map/${kind}/.*[?&]access_key=`));
        expect(await statusOf(url)).toBe(200);
      }
      expect(await urlFor(people.ann, 'workout', bare, format)).toBeNull();
    }
    expect((await sized(people.ann, 'workout', bare, '')).data).toEqual({ thing: { staticMapUrl: null } });
  });

  test('is also in the workout of a post, over GraphQL', async () => {
    const { post } = await record(people.ann, { points: pointsFrom(47, 8) });
    const { data } = await as(people.bob).graphql<{ post: { workout: { staticMapUrl: string } } }>(
      'query ($id: ID!) { post(id: $id) { workout { staticMapUrl(width: 400, height: 300) } } }',
      { id: globalId('Post', post) },
    );
    expect(await statusOf(data?.post.workout.staticMapUrl ?? null)).toBe(200);
  });

  test.each(['(width: 99)', '(width: 1001)', '(height: 0)', '(height: -400)'])(
    'of size %s is refused with the name of the argument',
    async (size) => {
      const { workout } = await things(people.ann, 'public');
      const { errors } = await sized(people.ann, 'workout', workout, size);
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining(/\w+/.exec(size)?.[0] ?? ''),
        extensions: { code: 'INVALID' },
      });
    },
  );

  test('is drawn once for many simultaneous requests, and cached', async () => {
    const { workout } = await things(people.ann, 'public');
    const url = (await urlFor(people.ann, 'workout', workout)) ?? '';
    const bytes = async () => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64');
    let drawn: string[] = [];
    const names = await countStatements(service, async () => {
      drawn = await Promise.all(Array.from({ length: 20 }, bytes));
    });
    expect(new Set(drawn).size).toBe(1);
    expect(names.filter((name) => name === 'tracks_by_workout_ids')).toHaveLength(1);
    const again = await countStatements(service, bytes);
    expect(again).toEqual(['workouts_by_ids']);
  });

  test('is cached by the client only, which revalidates it', async () => {
    const { workout } = await things(people.ann, 'public');
    const url = (await urlFor(people.ann, 'workout', workout)) ?? '';
    const first = await fetch(url);
    expect(first.headers.get('cache-control')).toMatch(/^private, /);
    const tag = first.headers.get('etag') ?? '';
    const second = await fetch(url, { headers: { 'If-None-Match': tag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toMatch(/^\d{4,}$/);
  });

  test('changes together with its URL when the points change', async () => {
    const { workout } = await things(people.ann, 'public');
    const before = (await urlFor(people.ann, 'workout', workout)) ?? '';
    const first = await fetch(before);
    const gpx = makeGpx({ lat: 40, points: 10 });
    const parcel = { headers: { 'Content-Type': contentTypes.gpx }, body: gpx };
    expect((await as(people.ann).send('PATCH', `/workout/${workout}/`, parcel)).status).toBe(202);
    const after = (await urlFor(people.ann, 'workout', workout)) ?? '';
    expect(after).not.toBe(before);
    const second = await fetch(after);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });
});

describe.each(kinds)('the URL of the map of a %s', (kind) => {
  test('shows that map to that user, and nothing when a character is changed', async () => {
    const [shown, hidden] = [await things(people.ann, 'public'), await things(people.ann, 'private')];
    const url = new URL((await urlFor(people.cho, kind, shown[kind])) ?? '');
    expect(await statusOf(url.href)).toBe(200);
    const [, , , , id, viewer, size, version] = url.pathname.split('/');
    const changed = [
      `/media/map/${kind}/${hidden[kind]}/${viewer}/${size}/${version}`,
      `/media/map/${kind}/${hidden[kind]}/${people.ann.id}/${size}/${version}`,
      `/media/map/${kind}/${id}/${people.ann.id}/${size}/${version}`,
      `/media/map/${kind === 'route' ? 'workout' : 'route'}/${id}/${viewer}/${size}/${version}`,
      `/media/map/${kind}/${id}/${viewer}/1000x1000/${version}`,
      `/media/map/toString/${id}/${viewer}/${size}/${version}`,
    ];
    for (const path of changed) {
      const answer = await nobody(service).sendTo('GET', path + url.search);
      expect([path, answer.status, answer.text]).toEqual([path, 404, '']);
    }
    expect(await statusOf(url.origin + url.pathname)).toBe(404);
    expect(await statusOf(url.href.replace(/expires=\d/, 'expires=9'))).toBe(404);
  });

  test('is not issued to readers who may not see it', async () => {
    const hidden = await things(people.ann, 'private');
    const answer = await as(people.cho).get(`/${kind}/${hidden[kind]}/`);
    expect([answer.status, answer.text]).toEqual([404, '']);
    expect((await sized(people.cho, kind, hidden[kind], '')).data).toEqual({ thing: null });
    expect(await statusOf(await urlFor(people.ann, kind, hidden[kind]))).toBe(200);
  });

  test('expires after two days', async () => {
    const url = await urlFor(people.ann, kind, (await things(people.ann, 'public'))[kind]);
    service.clock.set(new Date(Date.now() + 2 * 86_400_000 + 1000));
    expect(await statusOf(url)).toBe(404);
    service.clock.set(null);
    expect(await statusOf(url)).toBe(200);
  });

  const ends: [what: string, act: (owner: Person, viewer: Person, id: number) => Promise<unknown>][] = [
    ['it is made private', (owner, _, id) => as(owner).graphql(edits[kind], { id: globalId(typeOf[kind], id) })],
    [
      'the friendship ends',
      async (_, viewer) => {
        const { objects } = (await as(viewer).get('/friendship/')).json<{ objects: { id: number }[] }>();
        await as(viewer).delete(`/friendship/${objects[0]?.id}/`);
      },
    ],
    [
      'its owner blocks them',
      (owner, viewer) =>
        as(owner).graphql('mutation ($id: ID!) { blockUser(input: { userId: $id }) { user { id } } }', {
          id: globalId('User', viewer.id),
        }),
    ],
    ['it is deleted', (owner, _, id) => as(owner).graphql(deletions[kind], { id: globalId(typeOf[kind], id) })],
  ];
  test.each(ends)('is invalid for others once %s', async (what, act) => {
    const word = what.replaceAll(/\W/g, '');
    const owner = await newPerson(service, 'Owner', kind + word);
    const viewer = await newPerson(service, 'Viewer', kind + word);
    await befriend(service, owner, viewer);
    const id = (await things(owner, 'friends'))[kind];
    const url = await urlFor(viewer, kind, id);
    const tag = (await fetch(url ?? '')).headers.get('etag') ?? '';
    await act(owner, viewer, id);
    const answer = await fetch(url ?? '', { headers: { 'If-None-Match': tag } });
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([404, '', 'no-store']);
  });
});

test.each(kinds)('the URL of a public %s becomes invalid with the account that it was issued to', async (kind) => {
  const viewer = await newPerson(service, 'Leaver', kind);
  const id = (await things(people.ann, 'public'))[kind];
  const url = await urlFor(viewer, kind, id);
  expect(await statusOf(url)).toBe(200);
  const { errors } = await as(viewer).graphql(
    'mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }',
    { password: viewer.password },
  );
  expect([errors, await statusOf(url)]).toEqual([[], 404]);
  expect(await statusOf(await urlFor(people.ann, kind, id))).toBe(200);
});

test('tracks with very many points or segments are drawn in the visible detail only', () => {
  const count = 200_000;
  const around = (i: number, degrees: number) => Math.round(degrees * 1e7 + Math.sin(i * 12.9898) * 1e6);
  const track = {
    latitudeE7: Int32Array.from({ length: count }, (_, i) => around(i, 47)),
    longitudeE7: Int32Array.from({ length: count }, (_, i) => around(i * 1.7, 8)),
    elevation: new Float64Array(count).fill(NaN),
    time: new Float64Array(count).fill(NaN),
  };
  for (const segmentStarts of [[0], Array.from({ length: count / 2 }, (_, i) => i * 2)])
    expect(mapSvg({ ...track, segmentStarts }, 1000, 1000).length).toBeLessThan(500_000);
});
