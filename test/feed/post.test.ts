/**
 * A single post can be read and deleted over REST.
 * Rows: `GET /post/[id]/`, `DELETE /post/[post_id]/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

describe('GET /post/[id]/', () => {
  test('returns the post with its author and workout', async () => {
    const run_date = '2024-04-01T05:00:00.000001Z';
    const { post, workout } = await record(ann, {
      post_body: 'Text 🏃',
      title: 'Title',
      distance_in_meters: null,
      run_date,
    });
    for (const viewer of [ann, bob, cho])
      expect((await as(viewer).get(`/post/${post}/`)).json()).toEqual({
        id: post,
        resource_uri: `/api/v1/post/${post}/`,
        author: {
          id: ann.id,
          first_name: 'Ann',
          last_name: 'Archer',
          preferences: `/api/v1/preferences/${ann.id}/`,
          profile: `/api/v1/profile/${ann.id}/`,
          resource_uri: `/api/v1/user/${ann.id}/`,
        },
        body: 'Text 🏃',
        comment_count: 0,
        created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
        likers: [],
        workout: {
          id: workout,
          resource_uri: `/api/v1/workout/${workout}/`,
          title: 'Title',
          run_date: '2024-04-01T05:00:00.000001',
          run_type: 'Endurance',
          duration_in_seconds: 1800,
          distance_in_meters: null,
        },
      });
  });

  test('follows changes of its workout', async () => {
    const { post, workout } = await record(ann);
    const id = Buffer.from(`Workout:${workout}`).toString('base64url');
    const { errors } = await as(ann).graphql(
      `mutation ($id: ID!) { editWorkout(input: { id: $id, title: "New", postBody: "New text", runType: RACE, privacy: PRIVATE }) { workout { id } } }`,
      { id },
    );
    expect(errors).toEqual([]);
    expect((await as(ann).get(`/post/${post}/`)).json()).toMatchObject({
      body: 'New text',
      workout: { title: 'New', run_type: 'Race' },
    });
    expect((await as(bob).get(`/post/${post}/`)).status).toBe(404);
  });
});

describe('DELETE /post/[post_id]/', () => {
  test('deletes the post; the workout remains', async () => {
    const { post, workout } = await record(ann);
    const before = (await as(ann).get(`/stats/${ann.id}/`)).json();
    const answer = await as(ann).delete(`/post/${post}/`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await as(ann).get(`/post/${post}/`)).status).toBe(404);
    expect((await as(ann).get(`/workout/${workout}/`)).json()).toMatchObject({ id: workout, post: null });
    expect((await as(ann).get(`/stats/${ann.id}/`)).json()).toEqual(before);
    expect((await as(ann).delete(`/post/${post}/`)).status).toBe(404);
  });

  test('answers 404 for posts of others, visible or not', async () => {
    for (const privacy of ['public', 'friends', 'private']) {
      const { post } = await record(ann, { privacy });
      for (const viewer of [bob, cho]) {
        const answer = await as(viewer).delete(`/post/${post}/`);
        expect([answer.status, answer.text]).toEqual([404, '']);
      }
      expect((await as(ann).get(`/post/${post}/`)).status).toBe(200);
    }
    expect((await as(ann).delete('/post/999999/')).status).toBe(404);
  });
});
