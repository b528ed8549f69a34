import { base } from '../../../../rest-compat/uris.ts';
import type { Check } from '../checks.ts';
import { pngOf } from '../body.ts';
import { Skipped } from '../driven.ts';
import type { Driven, Driver, Json } from '../driven.ts';
import { befriend, cast, effect, idsOf, objectsOf } from './effect.ts';
import type { Seen } from './effect.ts';

/** A list that has several pages, as somebody reads it, and by what it is ordered. */
interface Listed {
  by: Driver;
  path: string;
  /** A list is in the order of these texts or numbers, the largest first if it is `newest`. */
  order: ((item: Json) => string | number) | null;
  newest?: boolean;
}

/** So many items are made of each kind, which are three pages of two. */
const items = 5;
const each = <Made>(make: (i: number) => Promise<Made>) =>
  Array.from({ length: items }).reduce<Promise<Made[]>>(
    async (made, _, i) => [...(await made), await make(i)],
    Promise.resolve([]),
  );
const byId = (item: Json) => Number(item.id);

/** Somebody with five friends, and what they have written to her. */
const hub = (to: Driven) =>
  to.once('hub', async () => {
    const by = await to.register('Hera');
    const friends = await each((i) => to.register(`Nia${i}`));
    for (const friend of friends) await befriend(to, friend, by);
    const runs = await each(() => to.create({ by, path: '/workout/', body: to.run() }));
    const post = await to.postOf(by, runs[0]!);
    const say = (i: number, path: string, body: object) => to.create({ by: friends[i]!, path, body: { ...body } });
    await each((i) => say(i, '/comment/', { post_id: post, comment: `Comment ${i}` }));
    await each((i) => to.create({ by, path: `/picture/?post_id=${post}`, body: pngOf(i) }));
    const talks = await each((i) => say(i, '/conversation/', { message: `Talk ${i}`, recipients: [by.id] }));
    await each((i) => say(0, '/message/', { conversation_id: talks[0], message: `Message ${i}` }));
    const stored = await each((i) => say(i, '/conversation/', { message: `Stored ${i}`, recipients: [by.id] }));
    for (const id of stored) await to.status('PATCH', by, `/conversation/${id}/archive/`);
    await say(1, '/message/', { conversation_id: stored[1], message: 'Later' });
    return { by, post, talks, path: `?friends_with=${by.id}` };
  });

const lastSaid = (item: Json) => String(item.last_message?.created_date);
const of =
  (path: (made: Awaited<ReturnType<typeof hub>>) => string, order: Listed['order'] = byId, newest = false) =>
  async (to: Driven): Promise<Listed> => {
    const made = await hub(to);
    return { by: made.by, path: path(made), order, newest };
  };

const lists: Readonly<Record<string, (to: Driven) => Promise<Listed>>> = {
  'GET /comment/': of(({ post }) => `/comment/?post_id=${post}`),
  'GET /message/?conversation=[ID]': of(({ talks }) => `/message/?conversation=${talks[0]}`),
  'GET /picture/?post_id=[id]': of(({ post }) => `/picture/?post_id=${post}`),
  'GET /friendship/': of(() => '/friendship/?', byId, true),
  'GET /friendship/user/{id}/': of(({ by }) => `/friendship/user/${by.id}/?status=Accepted`, byId, true),
  'GET /user/': of(({ path }) => `/user/${path}`, byId, true),
  'GET /user/search/friends/': of(() => '/user/search/friends/?q=Nia', null),
  'GET /user/search/': async (to) => ({ ...(await of(() => `/user/search/?q=${to.family}`, null)(to)) }),
  'GET /conversation/inbox/': of(() => '/conversation/inbox/?', lastSaid, true),
  'GET /conversation/archive/': of(() => '/conversation/archive/?', lastSaid, true),
  'GET /event-participant/': async (to) => ({ by: await to.ann(), path: '/event-participant/?', order: null }),
};

const params = (link: unknown) =>
  typeof link === 'string' ? [link.split('?')[0], [...new URLSearchParams(link.split('?')[1])].sort()] : null;

/** Follows the links of a list from its beginning to its end, and back. At most so many pages are read. */
async function walk(to: Driven, { by, path }: Listed, most = 6): Promise<Seen> {
  const at = (more: string) => `${path}&${more}`.replace('?&', '?');
  const whole = await to.read(by, at('limit=100'));
  const ids = idsOf(whole);
  const total = whole.meta.total_count as number;
  if (ids.length < 3) throw new Skipped('The list has no three items.');
  const link = (offset: number) => params(base + at(`limit=2&offset=${offset}`));
  const seen: Record<string, readonly [unknown, unknown]> = {
    total_count: [total, whole.meta.next === null ? ids.length : total],
    'objects with offset=1': [idsOf(await to.read(by, at('offset=1&limit=2'))), ids.slice(1, 3)],
    'objects without limit': [idsOf(await to.read(by, path)).slice(0, 20), ids.slice(0, 20)],
    'objects with limit=0': [idsOf(await to.read(by, at('limit=0'))).slice(0, 100), ids],
  };
  let [next, back]: unknown[] = [at('limit=2')];
  for (let page = 0; page < most && typeof next === 'string'; page++) {
    const { meta, objects } = await to.read(by, next);
    const offset = page * 2;
    const name = `page ${page + 1}`;
    seen[`${name}: objects`] = [idsOf(objects), ids.slice(offset, offset + 2)];
    seen[`${name}: total_count`] = [meta.total_count, total];
    seen[`${name}: limit and offset`] = [
      [meta.limit, meta.offset],
      [2, offset],
    ];
    seen[`${name}: next`] = [params(meta.next), offset + 2 < total ? link(offset + 2) : null];
    seen[`${name}: previous`] = [params(meta.previous), offset >= 2 ? link(offset - 2) : null];
    [next, back] = [meta.next, meta.previous];
  }
  if (typeof back === 'string') {
    const { meta } = await to.read(by, back);
    seen['offset behind the last link to previous'] = [meta.offset % 2, 0];
  }
  return seen;
}

const pages = Object.entries(lists).flatMap(([label, list]): Check[] => [
  effect(
    `${label}: pages`,
    'Its pages, read by `next` to the end, have each object once; `limit`, `offset`, `total_count` and `previous` are right.',
    async (to) => walk(to, await list(to)),
  ),
  ...(['GET /user/search/', 'GET /user/search/friends/', 'GET /event-participant/'].includes(label)
    ? []
    : [
        effect(`${label}: order`, 'It is in the order that it documents.', async (to) => {
          const { by, path, order, newest } = await list(to);
          const found = objectsOf(await to.read(by, `${path}&limit=100`.replace('?&', '?'))).map(order!);
          const sorted = found.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
          return { objects: [found, newest ? sorted.reverse() : sorted] };
        }),
      ]),
]);

/** Reads a feed by one of its links. */
async function feed(to: Driven, by: Driver, path: string, link: 'older' | 'newer'): Promise<number[][]> {
  const read: number[][] = [];
  for (let next: unknown = path; typeof next === 'string' && read.length < 10;) {
    const { meta, objects }: Json = await to.read(by, next);
    read.push(idsOf(objects));
    next = meta[link];
  }
  return read;
}

/** Checks of lists: from page to page, their order, and their counts. */
export const pageChecks: readonly Check[] = [
  ...pages,
  effect(
    'GET /post/: older and newer',
    '`older` leads to the end of a feed, and `newer` back to its beginning; both are null there.',
    async (to) => {
      const { by } = await hub(to);
      const path = `/post/?type=profile&user_id=${by.id}`;
      const all = idsOf(await to.read(by, `${path}&limit=100`));
      const older = await feed(to, by, `${path}&limit=2`, 'older');
      const newer = await feed(to, by, `${path}&limit=2&later_than=${all.at(-1)! - 1}`, 'newer');
      const [first, last] = [await to.read(by, path), await to.read(by, `${path}&earlier_than=${all[3]}&limit=2`)];
      return {
        posts: [all.length, items],
        'objects by older': [older.flat(), all],
        limit: [older[0]?.length, 2],
        'objects by newer': [newer.toReversed().flat(), all],
        'objects with limit=0': [idsOf(await to.read(by, `${path}&limit=0`)), all],
        'objects with later_than': [idsOf(await to.read(by, `${path}&later_than=${all[2]}`)), all.slice(0, 2)],
        'newer of the first page': [first.meta.newer, null],
        'older of the last page': [last.meta.older, null],
        feed_type: [first.meta.feed_type, 'profile'],
      };
    },
  ),
  effect('GET /workout/: limit and offset', '`limit` and `offset` choose a part of the list.', async (to) => {
    const { by } = await hub(to);
    const path = `/workout/?user=${by.id}`;
    const all = idsOf(await to.read(by, path));
    return {
      workouts: [all.length, items],
      objects: [idsOf(await to.read(by, `${path}&limit=2&offset=1`)), all.slice(1, 3)],
      'objects without user': [idsOf(await to.read(by, '/workout/')), all],
    };
  }),
  effect('GET /post/: feeds', 'Each `type` has its posts, and `fallback` replaces an empty feed.', async (to) => {
    const { owner, friend, stranger } = await cast(to);
    const run = await to.create({ by: owner, path: '/workout/', body: to.run() });
    const post = await to.postOf(owner, run);
    const at = async (by: Driver, type: string) => {
      const { meta, objects } = await to.read(by, `/post/?${type}`);
      return [meta.feed_type, idsOf(objects).includes(post)];
    };
    const { meta, objects } = await to.read(owner, '/post/?type=local');
    return {
      'friends, of the author': [await at(owner, 'type=friends'), ['friends', true]],
      'friends, of a friend': [await at(friend, 'type=friends'), ['friends', true]],
      'without a type': [await at(friend, ''), ['friends', true]],
      dashboard: [await at(friend, 'type=dashboard'), ['friends', true]],
      'friends, of a stranger': [await at(stranger, 'type=friends'), ['friends', false]],
      profile: [await at(stranger, `type=profile&user_id=${owner.id}`), ['profile', true]],
      'profile, of somebody else': [await at(friend, `type=profile&user_id=${stranger.id}`), ['profile', false]],
      'profile, without user_id': [await at(stranger, 'type=profile'), ['profile', false]],
      featured: [(await at(stranger, 'type=featured'))[0], 'featured'],
      'local, without a place': [
        [meta.feed_type, objects],
        ['local', []],
      ],
      'fallback of an empty one': [await at(owner, 'type=local&fallback=1'), ['friends', true]],
      'fallback of one with posts': [await at(owner, `type=profile&fallback=1`), ['profile', true]],
    };
  }),
];
