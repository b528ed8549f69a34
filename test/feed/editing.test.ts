/** Editing posts and comments: editPost, editComment, viewerCanEdit, viewerCanDelete. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { change } from '../notifications/notified.ts';
import { hide, newStaff, restore } from '../people/moderating.ts';
import { setBlock } from '../friendships/friendship-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, liveFormats } from '../support/live.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { comment } from './commenting.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const staff = await newStaff(service);

const editPost = (person: Person, id: number, changes: Mapping) =>
  change(person, 'editPost', 'Post', id, 'post { body privacy workout { postBody privacy } }', changes);
const editComment = (person: Person, id: number, text: string) =>
  change(person, 'editComment', 'Comment', id, 'comment { comment likers user { firstName } }', { comment: text });
const wire = async (person: Person, path: string) => (await as(person).get(path)).json();

describe('editPost', () => {
  test('changes the text, the privacy, or both, with those of the workout and its route', async () => {
    const { post, workout } = await record(ann, { post_body: 'Before', points: pointsFrom(47.1, 8.1) });
    const route = await makeRoute(ann, workout, { name: 'Loop' });
    const body = await editPost(ann, post, { body: '  After  ' });
    const expected = { body: 'After', privacy: 'PUBLIC', workout: { postBody: 'After', privacy: 'PUBLIC' } };
    expect(body.data).toEqual({ editPost: { post: expected } });
    await editPost(ann, post, { privacy: 'PRIVATE' });
    expect(await wire(ann, `/post/${post}/`)).toMatchObject({ body: 'After' });
    expect(await wire(ann, `/workout/${workout}/`)).toMatchObject({ post_body: 'After', privacy: 'private' });
    for (const path of [`/post/${post}/`, `/workout/${workout}/`, `/route/${route}/`])
      expect([path, (await as(bob).get(path)).status]).toEqual([path, 404]);
    await editPost(ann, post, { privacy: 'FRIENDS', body: null });
    expect(await wire(bob, `/post/${post}/`)).toMatchObject({ body: '' });
    expect(await wire(bob, `/workout/${workout}/`)).toMatchObject({ post_body: '', title: 'Along the river' });
    expect((await as(bob).get(`/route/${route}/`)).status).toBe(200);
    expect((await as(cho).get(`/route/${route}/`)).status).toBe(404);
    expect((await editPost(ann, post, {})).errors).toEqual([]);
  });

  test('of a post without a workout', async () => {
    const { post, workout } = await record(ann, { post_body: 'Before' });
    await service.sql('update post set workout_id = null where id = ?', [post]);
    const { data } = await editPost(ann, post, { body: 'After', privacy: 'FRIENDS' });
    expect(data).toEqual({ editPost: { post: { body: 'After', privacy: 'FRIENDS', workout: null } } });
    expect(await wire(ann, `/workout/${workout}/`)).toMatchObject({ post_body: 'Before', privacy: 'public' });
  });

  test('is refused to others, and with values that are not valid', async () => {
    const { post } = await record(ann, { post_body: 'Before' });
    const code = async (person: Person, id: number, changes: Mapping) =>
      (await editPost(person, id, changes)).errors[0]?.extensions.code;
    expect(await code(bob, post, { body: 'Taken' })).toBe('NOT_FOUND');
    expect(await code(bob, post, { body: 'x'.repeat(10_001) })).toBe('INVALID');
    expect(await code(ann, 999_999, { body: 'None' })).toBe('NOT_FOUND');
    expect(await code(ann, post, { body: 'x'.repeat(10_001) })).toBe('INVALID');
    expect(await code(ann, post, { privacy: null })).toBe('INVALID');
    expect(await wire(ann, `/post/${post}/`)).toMatchObject({ body: 'Before' });
    expect((await as(cho).get(`/post/${post}/`)).status).toBe(200);
  });

  test('leaves a post hidden that staff have hidden, and gives it the new privacy afterwards', async () => {
    const { post } = await record(ann);
    await hide(staff, 'Post', post);
    const { data } = await editPost(ann, post, { privacy: 'FRIENDS', body: 'Better' });
    expect(data).toMatchObject({ editPost: { post: { privacy: 'PRIVATE', body: 'Better' } } });
    expect((await as(bob).get(`/post/${post}/`)).status).toBe(404);
    await restore(staff, 'Post', post);
    expect(await wire(bob, `/post/${post}/`)).toMatchObject({ body: 'Better' });
    expect((await as(cho).get(`/post/${post}/`)).status).toBe(404);
  });
});

describe('editComment', () => {
  test('changes the text and nothing else', async () => {
    const { post } = await record(ann);
    const id = await comment(bob, post, 'Before');
    await change(ann, 'likeComment', 'Comment', id, 'comment { id }');
    const before = await wire(ann, `/comment/${id}/`);
    const { data } = await editComment(bob, id, ' After ');
    expect(data).toEqual({
      editComment: { comment: { comment: 'After', likers: [ann.id], user: { firstName: 'Bob' } } },
    });
    expect(await wire(ann, `/comment/${id}/`)).toEqual({ ...before, comment: 'After' });
    expect(await wire(ann, `/post/${post}/`)).toMatchObject({ comment_count: 1 });
  });

  test('is refused to others, below what one may not see, and with values that are not valid', async () => {
    const [dee, fay] = await Promise.all(['Dee', 'Fay'].map((name) => newPerson(service, name, 'Edits')));
    if (!dee || !fay) throw new Error('two people');
    const { post } = await record(dee);
    const id = await comment(fay, post, 'Before');
    const code = async (person: Person, text: string) =>
      (await editComment(person, id, text)).errors[0]?.extensions.code;
    expect(await code(dee, 'Taken')).toBe('NOT_FOUND');
    expect(await code(cho, 'Unseen')).toBe('NOT_FOUND');
    expect(await code(cho, '')).toBe('INVALID');
    expect(await code(fay, '  ')).toBe('INVALID');
    await setBlock(fay, dee);
    expect(await code(fay, 'Blocked')).toBe('BLOCKED');
    await setBlock(fay, dee, 'unblockUser');
    await setBlock(dee, fay);
    expect(await code(fay, 'Unseen')).toBe('NOT_FOUND');
    await setBlock(dee, fay, 'unblockUser');
    expect(await wire(dee, `/comment/${id}/`)).toMatchObject({ comment: 'Before' });
  });
});

test('subscribers to the post receive both changes', async () => {
  const { post } = await record(ann, { privacy: 'friends', post_body: 'Before' });
  const id = await comment(ann, post, 'Before');
  const query = `subscription ($id: ID, $after: String) { postChanged(id: $id, after: $after) {
    cursor post { body comments { nodes { comment } } } } }`;
  const after = await liveCursor(as(bob));
  const live = await liveFormats['graphql-ws'](bob, query, { id: globalId('Post', post), after });
  await editComment(ann, id, 'Better');
  const comments = { nodes: [{ comment: 'Better' }] };
  expect((await live.first(1))[0]).toMatchObject({ post: { body: 'Before', comments } });
  await editPost(ann, post, { body: 'After' });
  expect((await live.first(2))[1]).toMatchObject({ post: { body: 'After', comments } });
  await editPost(ann, post, { privacy: 'PRIVATE' });
  expect((await live.first(3))[2]).toMatchObject({ post: null });
  live.stop();
});

test('viewerCanEdit and viewerCanDelete are what the mutations accept', async () => {
  const { post } = await record(ann);
  const mine = await comment(bob, post, 'Of Bob');
  const query = `query ($post: ID!, $comment: ID!) {
    post(id: $post) { viewerCanEdit viewerCanDelete comments { nodes { viewerCanEdit viewerCanDelete } } }
    node(id: $comment) { ... on Comment { viewerCanEdit viewerCanDelete } } }`;
  const can = async (person: Person) => {
    const ids = { post: globalId('Post', post), comment: globalId('Comment', mine) };
    const { data, errors } = await as(person).graphql<{
      post: Mapping & { comments: { nodes: Mapping[] } };
      node: Mapping;
    }>(query, ids);
    expect(errors).toEqual([]);
    expect(data?.post.comments.nodes).toEqual([data?.node]);
    return [
      data?.post['viewerCanEdit'],
      data?.post['viewerCanDelete'],
      data?.node['viewerCanEdit'],
      data?.node['viewerCanDelete'],
    ];
  };
  expect(await can(cho)).toEqual([false, false, false, false]);
  expect(await can(bob)).toEqual([false, false, true, true]);
  expect(await can(ann)).toEqual([true, true, false, true]);
});
