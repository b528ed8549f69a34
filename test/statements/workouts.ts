import { expect } from '@jest/globals';
import { as } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { pointsFrom } from '../support/routes.ts';
import { record, workoutBody } from '../support/workouts.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, located, nothing, sentence, status } from './world.ts';
import type { World } from './world.ts';

const types = ['Endurance', 'Tempo', 'Slow', 'Interval', 'Group', 'Elevation', 'Race'];
const send = ({ ann }: World, changes: Mapping) => as(ann).post('/workout/', workoutBody(changes));
/** Sends a workout, and reads it as its owner. */
async function stored(world: World, changes: Mapping): Promise<Mapping> {
  const id = located(status(await send(world, changes), 201), 'workout');
  return got(await as(world.ann).get(`/workout/${id}/`));
}
const idsOf = async (world: World, who: 'ann' | 'bob' | 'cho') => {
  const answer = await as(world[who]).get(`/workout/?user=${world.ann.id}`);
  return (got(answer) as unknown as { id: number }[]).map(({ id }) => id);
};

/** Workouts as JSON. */
export const workouts: Statements = {
  'The list of workouts is a bare array': async ({ ann }) => {
    expect(got(await as(ann).get('/workout/'))).toEqual(expect.any(Array));
  },
  'The list of workouts is that of the user who is named': async (world) => {
    expect(await idsOf(world, 'bob')).toContain(world.run.workout);
    expect(got(await as(world.ann).get(`/workout/?user=${world.cho.id}`))).toEqual([]);
  },
  'The list of workouts contains all of them': async ({ someone }) => {
    const person = await someone();
    for (let i = 0; i < 25; i++) await record(person);
    expect(got(await as(person).get(`/workout/?user=${person.id}`))).toHaveLength(25);
  },
  'A stored workout is answered with 201 and its Location': async (world) => {
    located(status(await send(world, {}), 201), 'workout');
  },
  'A workout may be sent as XML': async ({ ann }) => {
    const { parcel } = encodings.xml(workoutBody());
    status(await as(ann).send('POST', '/workout/', parcel), 201);
  },
  'A workout may not be sent as a form': async ({ ann }) => {
    const headers = { 'Content-Type': contentTypes.form };
    sentence(await as(ann).send('POST', '/workout/', { headers, body: 'title=a' }), 415);
  },
  'run_date is stored': async (world) =>
    expect(await stored(world, { run_date: '2021-04-03T06:07:08Z' })).toMatchObject({
      run_date: '2021-04-03T06:07:08.000000',
    }),
  ...each(
    [
      ['2021-04-04T06:07:08.500Z', '2021-04-04T06:07:08.500000'],
      ['20210405T060708Z', '2021-04-05T06:07:08.000000'],
      ['2021-04-06T08:07:08+02:00', '2021-04-06T06:07:08.000000'],
      ['2021-W14-3T06:07:08Z', '2021-04-07T06:07:08.000000'],
      ['2021-098T06:07:08Z', '2021-04-08T06:07:08.000000'],
    ] as const,
    ([text]) => `run_date is ISO 8601, as ${text} is`,
    async (world, [run_date, stored_date]) =>
      expect(await stored(world, { run_date })).toMatchObject({ run_date: stored_date }),
  ),
  'title is stored': async (world) =>
    expect(await stored(world, { title: 'Zur Brücke' })).toMatchObject({ title: 'Zur Brücke' }),
  'post_body is stored': async (world) =>
    expect(await stored(world, { post_body: 'Wind.' })).toMatchObject({ post_body: 'Wind.' }),
  'post_body is optional': async (world) => expect(await stored(world, {})).toMatchObject({ post_body: '' }),
  ...each(
    types,
    (type) => `run_type ${type} is stored`,
    async (world, type) => expect(await stored(world, { run_type: type })).toMatchObject({ run_type: type }),
  ),
  'run_type may be Indoor and Beach as well': async (world) => {
    for (const type of ['Indoor', 'Beach'])
      expect(await stored(world, { run_type: type })).toMatchObject({ run_type: type });
  },
  'Another run_type is refused with the names of those that exist': async (world) => {
    sentence(await send(world, { run_type: 'Swim' }), 400, 'run_type: ', ...types);
  },
  'duration_in_seconds is stored as it is sent, without pauses': async (world) => {
    const points = pointsFrom(47.1, 8.1, 2);
    expect(await stored(world, { points, duration_in_seconds: 500 })).toMatchObject({ duration_in_seconds: 500 });
  },
  'distance_in_meters is stored': async (world) =>
    expect(await stored(world, { distance_in_meters: 1234.5 })).toMatchObject({ distance_in_meters: '1234.50' }),
  'distance_in_meters may be null': async (world) =>
    expect(await stored(world, { distance_in_meters: null })).toMatchObject({ distance_in_meters: null }),
  ...each(
    ['public', 'private', 'friends'],
    (privacy) => `privacy ${privacy} is stored`,
    async (world, privacy) => expect(await stored(world, { privacy })).toMatchObject({ privacy }),
  ),
  'privacy is public by default': async (world) => expect(await stored(world, {})).toMatchObject({ privacy: 'public' }),
  'points are optional: without them route_points_data is empty': async (world) =>
    expect(await stored(world, {})).toMatchObject({ route_points_data: '' }),
  'points are optional: without them static_map_url is null': async (world) =>
    expect(await stored(world, {})).toMatchObject({ static_map_url: null }),
  'points become route_points_data': async (world) =>
    expect(await stored(world, { points: pointsFrom(47.2, 8.2, 2) })).toMatchObject({
      route_points_data: expect.stringMatching(/./),
    }),
  'A point has lat, lng, time and elev': async (world) => {
    const points = pointsFrom(47.3, 8.3, 2).map((point, i) => ({ ...point, elev: 400 + i }));
    status(await send(world, { points }), 201);
  },
  'The values of a point may be sent as texts': async (world) => {
    const points = pointsFrom(47.4, 8.4, 2).map(({ lat, lng, time }) => ({
      lat: `${lat}`,
      lng: `${lng}`,
      time,
      elev: '4',
    }));
    expect(await stored(world, { points })).toMatchObject({ route_points_data: expect.stringMatching(/./) });
  },
  'The elev of a point is optional': async (world) => {
    status(await send(world, { points: pointsFrom(47.5, 8.5, 2) }), 201);
  },
  'static_map_url is the URL of an image that needs no key': async ({ ann, run }) => {
    const { static_map_url } = got(await as(ann).get(`/workout/${run.workout}/`));
    const image = await fetch(String(static_map_url));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  },
  'static_map_url carries its permission as a parameter': async ({ ann, run }) => {
    const { static_map_url } = got(await as(ann).get(`/workout/${run.workout}/`));
    expect(new URL(String(static_map_url)).search).toMatch(/\w{16}/);
  },
  'social_access_token shares the workout to the network': async (world) => {
    world.network.members.set('token-ann', { me: { id: '1' } });
    status(await send(world, { title: 'Shared at once', social_access_token: 'token-ann' }), 201);
    const isThere = () => world.network.posts.some(({ message }) => message.includes('Shared at once'));
    for (let i = 0; i < 500 && !isThere(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isThere()).toBe(true);
  },
  'social_access_token that is not valid stores the workout all the same': async (world) => {
    status(await send(world, { social_access_token: 'bad' }), 201);
  },
  'A duplicate is answered with 400 and an array of two texts': async (world) => {
    const body = workoutBody();
    status(await as(world.ann).post('/workout/', body), 201);
    const answer = status(await as(world.ann).post('/workout/', body), 400);
    expect(answer.json()).toEqual(['206', expect.stringContaining('already exists')]);
  },
  'The Location of a duplicate is that of the original': async (world) => {
    const body = workoutBody();
    const original = located(status(await as(world.ann).post('/workout/', body), 201), 'workout');
    expect(located(await as(world.ann).post('/workout/', body), 'workout')).toBe(original);
  },
  'Each workout is published as a post': async (world) => {
    const { id, post } = await stored(world, { title: 'Published' });
    expect(got(await as(world.bob).sendTo('GET', String(post)))).toMatchObject({ workout: { id, title: 'Published' } });
  },
  'A public workout is seen by everybody': async (world) => {
    for (const who of ['ann', 'bob', 'cho'] as const) expect(await idsOf(world, who)).toContain(world.run.workout);
  },
  'A workout for friends is seen by friends and nobody else': async (world) => {
    for (const who of ['ann', 'bob'] as const) expect(await idsOf(world, who)).toContain(world.plain.workout);
    expect(await idsOf(world, 'cho')).not.toContain(world.plain.workout);
  },
  'A private workout is seen by its owner alone': async (world) => {
    expect(await idsOf(world, 'ann')).toContain(world.own.workout);
    for (const who of ['bob', 'cho'] as const) expect(await idsOf(world, who)).not.toContain(world.own.workout);
  },
  'DELETE of a workout removes it': async (world) => {
    const { id } = await stored(world, {});
    nothing(await as(world.ann).delete(`/workout/${String(id)}/`), 204);
    nothing(await as(world.ann).get(`/workout/${String(id)}/`), 404);
  },
  'Sharing answers 200 with success and post_id': async ({ ann, run, network }) => {
    network.members.set('token-share', { me: { id: '2' } });
    const body = { social_network: 'meshbook', token: 'token-share' };
    const answer = await as(ann).post(`/workout/${run.workout}/share/`, body);
    expect(got(answer)).toEqual({ success: true, post_id: expect.any(String) });
  },
  ...each(
    [
      ['a token that the network rejects', { token: 'bad' }],
      ['another network', { social_network: 'other' }],
      ['no token', { token: undefined }],
      ['no network', { social_network: undefined }],
    ] as [string, Mapping][],
    ([what]) => `Sharing with ${what} is answered with 200 and success false`,
    async ({ ann, run }, [, changes]) => {
      const body = { social_network: 'meshbook', token: 'x', ...changes };
      expect(got(await as(ann).post(`/workout/${run.workout}/share/`, body))).toMatchObject({ success: false });
    },
  ),
  'Sharing the workout of another is answered with 200 and success false': async ({ bob, run }) => {
    const body = { social_network: 'meshbook', token: 'x' };
    expect(got(await as(bob).post(`/workout/${run.workout}/share/`, body))).toMatchObject({ success: false });
  },
  'Sharing a workout that is not there is answered with 200 and success false': async ({ bob }) => {
    const body = { social_network: 'meshbook', token: 'x' };
    expect(got(await as(bob).post('/workout/999999/share/', body))).toMatchObject({ success: false });
  },
};
