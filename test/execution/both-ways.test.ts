/** Every list that pages in both directions has the same items from its end as from its start. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { join, newEvent, promote, sponsor } from '../events/participation.ts';
import { mutate, suspend, unsuspend } from '../people/moderating.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho, dan } = await cast(service);
const items = 5;
let event = 0;
let participation = 0;
let post = 0;

beforeAll(async () => {
  await promote(service, ann);
  const rude = await newPerson(service, 'Rude', 'Runner');
  const others: Person[] = [cho, dan];
  for (let i = 0; i < items; i++) others.push(await newPerson(service, `Person${'abcde'[i] ?? ''}`, 'Pagefull'));
  for (const [i, other] of others.slice(2).entries()) {
    await befriend(service, ann, other);
    await mutate(bob, 'blockUser', { userId: globalId('User', other.id) }, '__typename');
    await mutate(dan, 'mutePerson', { userId: globalId('User', other.id) }, '__typename');
    await suspend(ann, rude);
    await unsuspend(ann, rude);
    const { workout, post: made } = await record(ann, { points: pointsFrom(47 + i / 100, 8) });
    const route = await makeRoute(ann, workout, { name: `Route ${i}` });
    await mutate(ann, 'favoriteRoute', { id: globalId('Route', route) }, '__typename');
    post ||= made;
    event = await newEvent(ann, {
      startDate: '2024-01-01T00:00:00',
      endDate: '2099-01-01T00:00:00',
      name: `Event ${i}`,
    });
  }
  for (const other of [ann, ...others]) {
    const id = await join(other, event);
    if (other === ann) participation = id;
    else await sponsor(other, ann, participation, 1);
    await mutate(other, 'addComment', { postId: globalId('Post', post), comment: 'Well run' }, '__typename');
  }
});

interface Page {
  nodes: { id: string }[];
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount?: number | null;
}

const me = () => globalId('User', ann.id);
/** The path to each list, with its arguments, and who reads it. */
const lists: Record<string, [path: () => string[], viewer: Person, counted?: false]> = {
  users: [() => [`users(friendsWith: "${me()}", %)`], ann],
  'User.friends': [() => ['me', 'friends(%)'], ann],
  blockedUsers: [() => ['blockedUsers(%)'], bob],
  mutedPeople: [() => ['mutedPeople(%)'], dan],
  friendships: [() => ['friendships(%)'], ann],
  events: [() => ['events(%)'], ann],
  eventParticipants: [() => ['eventParticipants(%)'], ann],
  'hot eventParticipants': [() => [`eventParticipants(hot: true, %)`], ann],
  'Event.participants': [() => [`event(id: "${globalId('Event', event)}")`, 'participants(%)'], ann],
  'EventParticipant.sponsors': [
    () => [`eventParticipant(id: "${globalId('EventParticipant', participation)}")`, 'sponsors(%)'],
    ann,
  ],
  routes: [() => ['routes(%)'], ann],
  favoriteRoutes: [() => ['favoriteRoutes(%)'], ann],
  searchRoutes: [() => ['searchRoutes(latitude: 47, longitude: 8, %)'], ann, false],
  searchUsers: [() => ['searchUsers(q: "Pagefull", %)'], ann],
  searchFriends: [() => ['searchFriends(q: "Pagefull", %)'], ann],
  moderationLog: [() => ['moderationLog(%)'], ann],
  workouts: [() => ['workouts(%)'], ann],
  comments: [() => [`comments(postId: "${globalId('Post', post)}", %)`], ann],
};

async function read(path: string[], viewer: Person, args: string): Promise<Page> {
  const page = 'nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const selection = path.reduceRight(
    (inner, field) => `${field.replace('%', args)} { ${inner} }`,
    `${page} totalCount`,
  );
  const { data, errors } = await as(viewer).graphql<Record<string, unknown>>(`{ ${selection} }`);
  expect(errors).toEqual([]);
  return path.reduce<unknown>(
    (value, field) => (value as Record<string, unknown>)[/^\w+/.exec(field)?.[0] ?? ''],
    data,
  ) as Page;
}

describe.each(Object.entries(lists))('%s', (_name, [path, viewer, counted = true]) => {
  const get = (args: string) => read(path(), viewer, args);
  const ids = ({ nodes }: Page) => nodes.map(({ id }) => id);

  test('has the same items in both directions', async () => {
    const whole = await get('first: 50');
    const all = ids(whole);
    expect(all.length).toBeGreaterThanOrEqual(items);
    const forwards: string[] = [];
    for (let at: Page | null = null; !at || at.pageInfo.hasNextPage;) {
      at = await get(`first: 2${at ? `, after: "${at.pageInfo.endCursor ?? ''}"` : ''}`);
      expect(at.pageInfo.hasPreviousPage).toBe(forwards.length > 0);
      if (counted) expect(at.totalCount).toBe(all.length);
      forwards.push(...ids(at));
    }
    expect(forwards).toEqual(all);
    // From a cursor: the end of a search is not known.
    const last = whole.pageInfo.endCursor ?? '';
    const backwards: string[] = [];
    for (let before = last; ;) {
      const at = await get(`last: 2, before: "${before}"`);
      backwards.unshift(...ids(at));
      if (!at.pageInfo.hasPreviousPage) break;
      before = at.pageInfo.startCursor ?? '';
    }
    expect(backwards).toEqual(all.slice(0, -1));
  });

  test('has the page between two cursors', async () => {
    const { edges, nodes } = await get('first: 50');
    const [start, end] = [edges[0]?.cursor, edges.at(-1)?.cursor];
    const between = nodes.slice(1, -1).map(({ id }) => id);
    expect(ids(await get(`after: "${start}", before: "${end}"`))).toEqual(between);
    expect(ids(await get(`last: 2, after: "${start}", before: "${end}"`))).toEqual(between.slice(-2));
  });
});

test.each(Object.entries(lists).filter(([name]) => !name.startsWith('search')))(
  'the end of %s is found without a cursor',
  async (_name, [path, viewer]) => {
    const all = (await read(path(), viewer, 'first: 50')).nodes;
    expect((await read(path(), viewer, 'last: 3')).nodes).toEqual(all.slice(-3));
  },
);

test('the end of a search is not', async () => {
  const { errors } = await as(ann).graphql('{ searchUsers(q: "Pagefull", last: 2) { nodes { id } } }');
  expect(errors).toMatchObject([
    { extensions: { code: 'INVALID', fields: { last: expect.stringContaining('before') } } },
  ]);
});
