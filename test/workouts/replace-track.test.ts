/**
 * The track of a workout can be replaced over REST and GraphQL.
 * Rows: `PATCH /workout/[workout_id]/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { globalId } from '../../schema/global-id.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const read = async (id: number) => (await as(ann).get(`/workout/${id}/`)).json();
const gpx = (body: string) => ({ headers: { 'Content-Type': contentTypes.gpx }, body });
const other = makeGpx({
  start: '2019-01-01T00:00:00Z',
  metadata: '<desc>Other text</desc><extensions><privacy>private</privacy></extensions>',
  track: '<name>Other</name><type>Race</type>',
  points: 101,
});

describe('PATCH /workout/[workout_id]/', () => {
  test.each(['by override', 'by the real verb'])(
    'replaces the track and everything measured from it, %s',
    async (how) => {
      const { workout, post } = await record(ann, { post_body: 'Text', privacy: 'friends', title: how });
      const before = await read(workout);
      const { headers, body } = gpx(other);
      const answer =
        how === 'by override'
          ? await as(ann).send('POST', `/workout/${workout}/`, {
              headers: { ...headers, 'X-HTTP-Method-Override': 'PATCH' },
              body,
            })
          : await as(ann).send('PATCH', `/workout/${workout}/`, { headers, body });
      expect([answer.status, answer.text]).toEqual([202, '']);
      const { route_points_data, static_map_url, ...after } = await read(workout);
      expect(static_map_url).toMatch(/^http/);
      expect({ ...after, route_points_data: '', static_map_url: null }).toEqual({
        ...before,
        duration_in_seconds: 1000,
        distance_in_meters: '3000.00',
      });
      expect(route_points_data).not.toBe('');
      expect((await as(ann).get(`/post/${post}/`)).json()).toMatchObject({
        workout: { distance_in_meters: '3000.00' },
      });
      const [head] = (await as(ann).get('/workout/?limit=1', { Accept: contentTypes.gpx })).text.split('</trk>');
      expect(head?.match(/<trkpt/g)).toHaveLength(101);
      await as(ann).delete(`/workout/${workout}/`);
    },
  );

  test('updates the stats', async () => {
    const { workout } = await record(bob, { distance_in_meters: 50_000, duration_in_seconds: 20_000 });
    await as(bob).send('PATCH', `/workout/${workout}/`, gpx(other));
    expect((await as(bob).get(`/stats/${bob.id}/`)).json()).toMatchObject({
      total_distance_in_meters: 3000,
      max_distance_in_meters: '3000.00',
      max_duration_in_seconds: 1000,
      best_mile_duration_in_seconds: 536,
      best_5k_duration_in_seconds: null,
    });
  });

  test('keeps the duration when the track has no times', async () => {
    const { workout } = await record(ann, { duration_in_seconds: 4321 });
    const answer = await as(ann).send('PATCH', `/workout/${workout}/`, gpx(makeGpx({ timed: false, time: null })));
    expect(answer.status).toBe(202);
    expect(await read(workout)).toMatchObject({ duration_in_seconds: 4321, distance_in_meters: '1800.00' });
  });

  test.each([
    ['no points', makeGpx({ points: 0 })],
    ['one point', makeGpx({ points: 1 })],
    ['a cut file', makeGpx().slice(0, -50)],
    ['another document', '<kml/>'],
    ['nothing', ''],
  ])('refuses %s with a sentence and changes nothing', async (_what, body) => {
    const { workout } = await record(ann);
    const before = await read(workout);
    const answer = await as(ann).send('PATCH', `/workout/${workout}/`, gpx(body));
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(await read(workout)).toEqual(before);
  });

  test('refuses workouts of others with 401, and unknown ones with 404', async () => {
    const { workout } = await record(ann);
    const before = await read(workout);
    const refused = await as(bob).send('PATCH', `/workout/${workout}/`, gpx(other));
    expect([refused.status, refused.text]).toEqual([401, '']);
    expect((await as(bob).send('PATCH', '/workout/999999/', gpx(other))).status).toBe(404);
    expect(await read(workout)).toEqual(before);
  });
});

/** What introspection answers about the mutations. */
interface MutationNames {
  __type: { fields: { name: string; isDeprecated: boolean; deprecationReason: string | null }[] };
}

describe('over GraphQL', () => {
  /** A document as a client of that name writes it, with a variable for the whole input. */
  const replace = (name: string, input: string) =>
    `mutation ($input: ${input}!) { ${name}(input: $input) { workout { distanceInMeters durationInSeconds } } }`;

  test.each([
    ['replaceTrack', 'ReplaceTrackInput'],
    ['replaceRoute', 'ReplaceRouteInput'],
  ])('%s replaces the track', async (name, input) => {
    const { workout } = await record(ann, { title: name });
    const variables = { input: { id: globalId('Workout', workout), gpx: other } };
    const { data, errors } = await as(ann).graphql(replace(name, input), variables);
    expect(errors).toEqual([]);
    expect(data).toEqual({ [name]: { workout: { distanceInMeters: 3000, durationInSeconds: 1000 } } });
    expect(await read(workout)).toMatchObject({ distance_in_meters: '3000.00', duration_in_seconds: 1000 });
  });

  test('the former name replaceRoute is deprecated and names its successor', async () => {
    const { data } = await as(ann).graphql<MutationNames>(
      '{ __type(name: "Mutation") { fields(includeDeprecated: true) { name isDeprecated deprecationReason } } }',
    );
    expect(data?.__type.fields.filter(({ name }) => /^replace(Track|Route)$/.test(name))).toEqual([
      { name: 'replaceTrack', isDeprecated: false, deprecationReason: null },
      { name: 'replaceRoute', isDeprecated: true, deprecationReason: expect.stringContaining('Use replaceTrack.') },
    ]);
  });
});
