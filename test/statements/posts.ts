import { expect } from '@jest/globals';
import { comment as commentOn } from '../feed/commenting.ts';
import { as, befriend } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { feedIds, feedPage, follow } from '../support/feeds.ts';
import { record } from '../support/workouts.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, located, nothing, sentence, status } from './world.ts';
import type { World } from './world.ts';

/** Somebody with posts, the oldest first. */
export async function writer({ someone }: World, count: number): Promise<{ person: Person; posts: number[] }> {
  const person = await someone();
  const posts = [];
  for (let i = 0; i < count; i++) posts.push((await record(person)).post);
  return { person, posts };
}

/** The post list. */
export const posts: Statements = {
  'One post is fetched by its id': async ({ ann, run }) => {
    expect(got(await as(ann).get(`/post/${run.post}/`))).toMatchObject({
      id: run.post,
      comment_count: expect.any(Number),
    });
  },
  'The body of a post may be empty': async ({ ann, plain }) => {
    expect(got(await as(ann).get(`/post/${plain.post}/`))).toMatchObject({ body: '' });
  },
  'comment_count counts the comments': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    await commentOn(world.ann, post, 'One');
    await commentOn(person, post, 'Two');
    expect(got(await as(person).get(`/post/${post}/`))).toMatchObject({ comment_count: 2 });
  },
  'likers are the ids of those who like the post': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    for (const one of [world.ann, world.bob])
      await as(one).post('/like/toggle/', { object_type: 'post', object_id: post });
    expect(got(await as(person).get(`/post/${post}/`))).toMatchObject({ likers: [world.ann.id, world.bob.id] });
  },
  'The distance of the workout of a post may be null': async ({ ann, plain }) => {
    expect(got(await as(ann).get(`/post/${plain.post}/`))).toMatchObject({ workout: { distance_in_meters: null } });
  },
  'A post without extra information has neither post_type nor extra': async ({ ann, run }) => {
    const post = got(await as(ann).get(`/post/${run.post}/`));
    expect([post['post_type'], post['extra']]).toEqual([undefined, undefined]);
  },
  ...each(
    [
      ['registered-for-event', 'registered'],
      ['event-participant-got-sponsor', 'sponsored'],
    ] as const,
    ([type]) => `The body of a post of type ${type} is a readable text about the same`,
    async ({ ann, eventPosts }, [post_type, which]) => {
      const body = expect.stringContaining('Run for Water');
      expect(got(await as(ann).get(`/post/${eventPosts[which]}/`))).toMatchObject({ post_type, body });
    },
  ),
  'The list is newest first': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    expect(await feedIds(person)).toEqual(made.toReversed());
  },
  'The list has at most 20 posts by default': async (world) => {
    const { person, posts: made } = await writer(world, 22);
    expect(await feedIds(person)).toEqual(made.toReversed().slice(0, 20));
  },
  'limit is the most posts of a page': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    expect(await feedIds(person, 'limit=2')).toEqual(made.toReversed().slice(0, 2));
  },
  'earlier_than answers only older posts': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    expect(await feedIds(person, `earlier_than=${made[2]}`)).toEqual([made[1], made[0]]);
  },
  'later_than answers only newer posts': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    expect(await feedIds(person, `later_than=${made[0]}`)).toEqual([made[2], made[1]]);
  },
  'meta.older leads to the next older page': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    const page = await feedPage(person, 'limit=2');
    expect((await follow(person, page.meta.older!)).objects.map(({ id }) => id)).toEqual([made[0]]);
  },
  'meta.newer leads to the next newer page': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    const page = await feedPage(person, `limit=1&earlier_than=${made[1]}`);
    expect((await follow(person, page.meta.newer!)).objects.map(({ id }) => id)).toEqual([made[1]]);
  },
  'meta.older and meta.newer are relative URLs': async (world) => {
    const { person, posts: made } = await writer(world, 3);
    const { meta } = await feedPage(person, `limit=1&earlier_than=${made[2]}`);
    expect([meta.older, meta.newer]).toEqual([
      expect.stringMatching(/^\/api\/v1\/post\/\?/),
      expect.stringMatching(/^\/api\/v1\/post\/\?/),
    ]);
  },
  ...each(
    ['friends', 'local', 'featured', 'profile'],
    (type) => `type=${type} is answered with that feed_type`,
    async ({ ann }, type) => expect((await feedPage(ann, `type=${type}`)).meta.feed_type).toBe(type),
  ),
  'type=dashboard is accepted and equals friends': async ({ ann }) => {
    expect(await feedIds(ann, 'type=dashboard')).toEqual(await feedIds(ann, 'type=friends'));
  },
  'Without type the feed is that of friends': async ({ ann }) => {
    expect((await feedPage(ann)).meta.feed_type).toBe('friends');
  },
  'The friends feed has posts of friends and not of strangers': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    const other = await world.someone();
    expect(await feedIds(other)).not.toContain(post);
    await befriend(world.service, person, other);
    expect(await feedIds(other)).toContain(post);
  },
  'The local feed of a user without coordinates is empty': async ({ someone }) => {
    const { meta, objects } = await feedPage(await someone(), 'type=local');
    expect([meta.feed_type, objects]).toEqual(['local', []]);
  },
  'The local feed has public posts of people nearby': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    const other = await world.someone();
    for (const one of [person, other])
      status(await as(one).patch(`/profile/${one.id}/`, { location_lat: 5.5, location_lng: -140.5 }), 202);
    expect(await feedIds(other, 'type=local')).toContain(post);
  },
  'user_id with type=profile chooses whose posts': async (world) => {
    const { person, posts: made } = await writer(world, 2);
    expect(await feedIds(world.ann, `type=profile&user_id=${person.id}`)).toEqual(made.toReversed());
  },
  'user_id with type=dashboard chooses whose friends': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    const [friend, reader] = [await world.someone(), await world.someone()];
    await befriend(world.service, person, friend);
    expect(await feedIds(reader, `type=dashboard&user_id=${friend.id}`)).toContain(post);
  },
  'Without fallback an empty feed is answered empty': async ({ someone }) => {
    const { meta, objects } = await feedPage(await someone(), 'type=friends');
    expect([meta.feed_type, objects]).toEqual(['friends', []]);
  },
  'fallback=0 is the default': async ({ someone }) => {
    expect((await feedPage(await someone(), 'type=friends&fallback=0')).meta.feed_type).toBe('friends');
  },
  'With fallback=1 an empty feed falls back to local, which meta.feed_type says': async (world) => {
    const { person } = await writer(world, 1);
    const other = await world.someone();
    for (const one of [person, other])
      status(await as(one).patch(`/profile/${one.id}/`, { location_lat: 15.5, location_lng: -150.5 }), 202);
    expect((await feedPage(other, 'fallback=1')).meta.feed_type).toBe('local');
  },
  'With fallback=1 an empty feed falls back to featured at the end': async ({ someone }) => {
    expect((await feedPage(await someone(), 'fallback=1')).meta.feed_type).toBe('featured');
  },
  'DELETE of a post answers 204': async (world) => {
    const {
      person,
      posts: [post = 0],
    } = await writer(world, 1);
    nothing(await as(person).delete(`/post/${post}/`), 204);
    nothing(await as(person).get(`/post/${post}/`), 404);
  },
};

/** Comments. */
export const comments: Statements = {
  'A comment is answered with 201 and its Location': async ({ bob, run }) => {
    const answer = await as(bob).post('/comment/', { post_id: run.post, comment: 'Fine' });
    const id = located(status(answer, 201), 'comment');
    expect(got(await as(bob).get(`/comment/${id}/`))).toMatchObject({ comment: 'Fine' });
  },
  ...each(
    ['post_id', 'comment'],
    (field) => `A comment requires ${field}`,
    async ({ bob, run }, field) => {
      const answer = await as(bob).post('/comment/', { post_id: run.post, comment: 'x', [field]: undefined });
      sentence(answer, 400, `${field}: `);
    },
  ),
  'One comment is fetched by its id': async ({ ann, comment }) => {
    expect(got(await as(ann).get(`/comment/${comment}/`))).toMatchObject({ id: comment, comment: 'Well run' });
  },
  'The comments of a post are listed, each with likers': async ({ ann, run, comment }) => {
    const { objects } = listed(await as(ann).get(`/comment/?post_id=${run.post}`));
    expect(objects.find(({ id }) => id === comment)).toMatchObject({ likers: [ann.id] });
  },
  'post_id is required to list comments': async ({ ann }) => {
    sentence(await as(ann).get('/comment/'), 400, 'post_id: is required');
  },
  'A comment belongs to its post': async ({ ann, run, comment }) => {
    expect(got(await as(ann).get(`/comment/${comment}/`))).toMatchObject({ post: `/api/v1/post/${run.post}/` });
  },
  'The author deletes a comment with 204': async ({ bob, run }) => {
    const id = await commentOn(bob, run.post, 'Oops');
    nothing(await as(bob).delete(`/comment/${id}/`), 204);
  },
  'The owner of the post deletes a comment with 204': async ({ ann, bob, run }) => {
    const id = await commentOn(bob, run.post, 'Rude');
    nothing(await as(ann).delete(`/comment/${id}/`), 204);
    nothing(await as(bob).get(`/comment/${id}/`), 404);
  },
  'Another who deletes a comment gets 404': async ({ bob, cho, run }) => {
    const id = await commentOn(bob, run.post, 'Stays');
    nothing(await as(cho).delete(`/comment/${id}/`), 404);
    status(await as(bob).get(`/comment/${id}/`), 200);
  },
};
