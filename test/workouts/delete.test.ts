/**
 * A workout can be deleted over REST.
 * Rows: `DELETE /workout/[workout_id]/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);

describe('DELETE /workout/[workout_id]/', () => {
  test.each(['by the verb', 'by override'])(
    'deletes the workout, its post, its points and its part of the stats, %s',
    async (how) => {
      const { id, post } = (await as(ann).upload(makeGpx())).json<{ id: number; post: string }>();
      const path = `/workout/${id}/`;
      const answer =
        how === 'by the verb'
          ? await as(ann).delete(path)
          : await as(ann).post(path, undefined, { 'X-HTTP-Method-Override': 'DELETE' });
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
      expect((await as(ann).get(path)).status).toBe(404);
      expect((await as(ann).sendTo('GET', post)).status).toBe(404);
      expect((await as(ann).get('/workout/')).json()).toEqual([]);
      expect((await as(ann).get('/post/')).json()['objects']).toEqual([]);
      expect((await as(ann).get(`/stats/${ann.id}/`)).json()).toMatchObject({
        total_distance_in_meters: 0,
        latest_workout_date: null,
      });
      expect(await service.sql('select * from workout_track')).toEqual([]);
      expect((await as(ann).delete(path)).status).toBe(404);
    },
  );

  test('is refused with 401 and no body for workouts of others, and with 404 for unknown ones', async () => {
    const { workout } = await record(ann);
    const answer = await as(bob).delete(`/workout/${workout}/`);
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect((await as(bob).delete('/workout/999999/')).status).toBe(404);
    expect((await as(ann).get(`/workout/${workout}/`)).status).toBe(200);
  });

  test('succeeds once for a dozen simultaneous requests', async () => {
    const { workout } = await record(ann);
    const answers = await Promise.all(Array.from({ length: 12 }, () => as(ann).delete(`/workout/${workout}/`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 11 }, () => 404)]);
  });
});
