/** Each viewer sees only objects with a permitted privacy, over each way of reading. */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import { join, newEvent, promote } from '../events/participation.ts';
import { hide, mutate, restore, suspend, unsuspend } from '../people/moderating.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { inLists, maySee, viewersOfAnn } from '../support/viewers.ts';
import type { Viewer } from '../support/viewers.ts';
import { feedsOf, lists, readsOf } from './reads.ts';
import { makeFixtures, workoutId } from './fixtures.ts';

const service = await testService();
const { ann, dan, viewers } = await viewersOfAnn(service);
const made = await makeFixtures(ann);
const [reads, feeds] = [readsOf(service, ann), feedsOf(ann)];
const annId = globalId('User', ann.id);
await promote(service, dan);
const participation = await join(ann, await newEvent(dan, { startDate: '2024-01-01', endDate: '2040-01-01' }));

describe.each(Object.entries(viewers) as [Viewer, Person][])('the %s', (name, viewer) => {
  const client = as(viewer);
  const sees = maySee[name];
  describe.each(privacies)('and a %s workout', (privacy) => {
    const seen = sees.includes(privacy);

    test.each(Object.entries(reads))('are connected in %s where they may be', async (row, read) => {
      const there = (lists.includes(row) ? inLists : maySee)[name].includes(privacy);
      expect(await read(client, made[privacy], viewer.id)).toBe(there);
    });

    test.each(Object.entries(feeds))('are connected in %s as expected', async (_row, [read, has]) => {
      expect(await read(client, made[privacy])).toBe(has[name].includes(privacy));
    });

    if (!seen) {
      test('leave no trace: the answer is that for an unknown object', async () => {
        const { workout, post, picture, route } = made[privacy];
        const comparisons = [
          [`/route/${route}/`, '/route/999999/'],
          [`/workout/${workout}/`, '/workout/999999/'],
          [`/post/${post}/`, '/post/999999/'],
          [`/picture/?post_id=${post}`, '/picture/?post_id=999999'],
          [`/picture/${picture}/`, '/picture/999999/'],
        ] as const;
        for (const [hidden, absent] of comparisons) {
          const [one, other] = [await client.get(hidden), await client.get(absent)];
          const shown = ({ status, text, headers }: typeof one) => ({
            status,
            text,
            headers: { ...headers, date: '', 'x-request-id': '' },
          });
          expect(shown(one)).toEqual(shown(other));
        }
      });
    }
  });

  test('receives counts of visible objects only', async () => {
    const { data } = await client.graphql<{ workouts: { totalCount: number; pageInfo: Mapping } }>(
      `{ workouts(userId: "${annId}", first: ${Math.max(1, sees.length)}) { totalCount pageInfo { hasNextPage } } }`,
    );
    const workouts = { totalCount: sees.length, pageInfo: { hasNextPage: false } };
    expect(data?.workouts).toEqual(name === 'blocked' ? null : workouts);
    const summed = await client.graphql<{ user: { summary: { total: Mapping } } | null }>(
      `{ user(id: "${annId}") { summary(from: "2024-01-01", to: "2024-12-31", by: YEAR) { total { workoutCount } } } }`,
    );
    expect(summed.data?.user?.summary.total['workoutCount'] ?? 0).toBe(sees.length);
    // And the post that tells of the event, which is public.
    const feed = await client.get(`/post/?type=profile&user_id=${ann.id}&limit=${sees.length + 1}`);
    expect(feed.json()['meta']).toMatchObject({ older: null, newer: null });
  });

  test('finds the user, the stats and the participations, unless blocked', async () => {
    for (const kind of ['user', 'profile', 'preferences', 'stats'])
      expect([kind, (await client.get(`/${kind}/${ann.id}/`)).status]).toEqual([kind, name === 'blocked' ? 404 : 200]);
    const part = await client.get(`/event-participant/${participation}/`);
    expect(part.status).toBe(name === 'blocked' ? 404 : 200);
    const list = await client.get(`/event-participant/?user_id=${ann.id}`);
    if (list.status === 200) expect(list.json()['objects']).toHaveLength(name.startsWith('block') ? 0 : 2);
    else expect([name, list.status]).toEqual(['blocked', 404]);
    const { data } = await client.graphql('query ($id: ID!) { eventParticipant(id: $id) { id } }', {
      id: globalId('EventParticipant', participation),
    });
    expect(data?.['eventParticipant'] === null).toBe(name === 'blocked');
    const { data: people } = await client.graphql<{ user: { participations: { totalCount: number } } | null }>(
      `{ user(id: "${annId}") { participations(first: 1) { totalCount } } }`,
    );
    if (name === 'blocked') expect(people).toEqual({ user: null });
    else expect(people?.user?.participations.totalCount).toBe(name === 'blocker' ? 0 : 2);
  });
});

describe('staff', () => {
  /** What some of the viewers meet where, of each of Ann's workouts. */
  const met = async (names: readonly Viewer[]): Promise<string[]> => {
    const found: string[] = [];
    for (const name of names)
      for (const privacy of privacies) {
        const all = Object.entries({
          ...reads,
          ...Object.fromEntries(Object.entries(feeds).map(([row, [read]]) => [row, read])),
        });
        for (const [row, read] of all)
          if (await read(as(viewers[name]), made[privacy], viewers[name].id)) found.push(`${name} ${privacy} ${row}`);
      }
    return found;
  };
  const some: Viewer[] = ['friend', 'friend who has muted her', 'stranger'];

  test('change nothing as long as they only have reports', async () => {
    const before = await met([...some, 'owner']);
    const input = { id: globalId('Post', made.public.post), reason: 'SPAM' };
    expect(await mutate(viewers.stranger, 'reportPost', input, 'reported')).toEqual({ reported: true });
    expect(await mutate(viewers.stranger, 'reportPerson', { ...input, id: annId }, 'reported')).toEqual({
      reported: true,
    });
    expect(await met([...some, 'owner'])).toEqual(before);
  });

  test('hide a post from all but its author, and nothing else', async () => {
    const before = await met([...some, 'owner']);
    await hide(dan, 'Post', made.public.post);
    const ofOthers = before.filter((one) => !/ public /.test(one) || one.startsWith('owner'));
    // What is for everybody alone has no place for what is private.
    const open = /owner public .*(LOCAL|local|featured)/;
    expect(await met([...some, 'owner'])).toEqual(ofOthers.filter((one) => !open.test(one)));
    await restore(dan, 'Post', made.public.post);
    expect(await met([...some, 'owner'])).toEqual(before);
  });

  test('suspend an account: nobody meets anything of it, until it is as it was', async () => {
    const before = await met(some);
    await suspend(dan, ann);
    expect(await met(some)).toEqual([]);
    await unsuspend(dan, ann);
    expect(await met(some)).toEqual(before);
  });
});

describe('a change', () => {
  test('applies at once', async () => {
    const fay = await newPerson(service, 'Fay', 'Fox');
    const sees = async () => {
      const { workout, post } = made.friends;
      return [(await as(fay).get(`/workout/${workout}/`)).status, (await as(fay).get(`/post/${post}/`)).status];
    };
    expect(await sees()).toEqual([404, 404]);
    await befriend(service, fay, ann);
    expect(await sees()).toEqual([200, 200]);
    await service.sql('delete from friend_edge where user_id = ? or friend_id = ?', [fay.id, fay.id]);
    expect(await sees()).toEqual([404, 404]);
    const edit = (privacy: string) =>
      as(ann).graphql(
        `mutation ($id: ID!) { editWorkout(input: { id: $id, privacy: ${privacy} }) { workout { id } } }`,
        workoutId(made.friends),
      );
    await edit('PUBLIC');
    expect(await sees()).toEqual([200, 200]);
    await edit('PRIVATE');
    expect(await sees()).toEqual([404, 404]);
    await edit('FRIENDS');
  });
});
