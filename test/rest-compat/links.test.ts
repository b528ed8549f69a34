/** The links between pages lead through whole lists. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { join, newEvent, promote } from '../events/participation.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
let ann: Person;

/** A page of any list. */
interface List {
  meta: Mapping & { next: string | null; previous: string | null; older: string | null; newer: string | null };
  objects: { id: number }[];
}

async function pageAt(reader: Person, uri: string): Promise<List> {
  const answer = await as(reader).sendTo('GET', uri);
  expect([uri, answer.status, answer.text]).toEqual([uri, 200, expect.any(String)]);
  return answer.json<List>();
}

/** The ids of all pages, from one on, by one of the links of `meta`; and the last page. */
async function walk(reader: Person, uri: string, by: 'next' | 'previous' | 'older' | 'newer') {
  const pages: number[][] = [];
  let last = await pageAt(reader, uri);
  for (let page: List | null = last; page;) {
    last = page;
    pages.push(page.objects.map(({ id }) => id));
    if (pages.length > 50) throw new Error(`no end: ${uri}`);
    const link: string | null = page.meta[by];
    page = link === null ? null : await pageAt(reader, link);
  }
  return { ids: (by === 'next' || by === 'older' ? pages : pages.reverse()).flat(), last };
}

/** Ways to write a page of two: what the links keep, byte for byte and in order. */
const writings: [what: string, query: (own: string) => string, kept: (own: string) => string][] = [
  ['plain', (own) => `/?${own}limit=2`, (own) => `/?${own}limit=2`],
  ['without the slash', (own) => `?${own}limit=2`, (own) => `/?${own}limit=2`],
  ['repeated', (own) => `/?x=1&x=2&${own}x=3&limit=9&limit=2`, (own) => `/?x=1&x=2&${own}x=3&limit=2`],
  ['with a ? inside', (own) => `/?signature=a?b=c&${own}limit=2`, (own) => `/?signature=a?b=c&${own}limit=2`],
  ['not decodable', (own) => `/?zz=%zz%C3&${own}limit=2&%zz`, (own) => `/?zz=%zz%C3&${own}limit=2&%zz`],
  ['as forms write it', (own) => `/?note=a+b%20c&${own}%6Cimit=2`, (own) => `/?note=a+b%20c&${own}limit=2`],
];

let conversation: number;
let post: number;

beforeAll(async () => {
  ({ ann } = await cast(service));
  const staff = await newPerson(service, 'Staff', 'Person');
  await promote(service, staff);
  ({ post } = await record(ann));
  for (let i = 0; i < 5; i++) {
    const friend = await newPerson(service, 'Quinn', `Friend ${i}`);
    await befriend(service, ann, friend);
    for (const archived of [false, true]) {
      const answer = await as(friend).post('/conversation/', { message: 'Hello', recipients: [ann.id] });
      conversation = Number(/(\d+)\/$/.exec(answer.headers.location ?? '')?.[1]);
      if (archived) await as(ann).patch(`/conversation/${conversation}/archive/`);
    }
    await as(friend).post('/comment/', { post_id: post, comment: 'x' });
    await addPicture(ann, post);
    const event = { name: `Run ${i}`, startDate: '2099-01-01T00:00:00', endDate: '2099-01-02T00:00:00' };
    await join(ann, await newEvent(staff, event));
  }
  for (let i = 0; i < 6; i++) await as(ann).post('/message/', { conversation_id: conversation, message: `${i}` });
});

const lists: [path: string, own: () => string][] = [
  ['/comment', () => `post_id=${post}&`],
  ['/picture', () => `post_id=${post}&`],
  ['/message', () => `conversation=${conversation}&`],
  ['/conversation/inbox', () => ''],
  ['/conversation/archive', () => ''],
  ['/friendship', () => ''],
  ['/friendship/user/ID', () => ''],
  ['/friendship/user/ID', () => 'status=Accepted&'],
  ['/user', () => `friends_with=${ann.id}&`],
  ['/user', () => ''],
  ['/user/search', () => 'q=quinn&'],
  ['/user/search/friends', () => 'q=qu%69nn&order_by=most_active&'],
  ['/event-participant', () => ''],
  ['/event-participant', () => `user_id=${ann.id}&`],
  ['/event-participant', () => `user_id=${ann.id}&status=hot&`],
];

describe.each(lists)('the links of %s (%#)', (path, own) => {
  const base = () => `/api/v1${path.replace('ID', String(ann.id))}`;

  test.each(writings)('lead through the whole list and back: %s', async (_what, query, kept) => {
    const whole = (await pageAt(ann, `${base()}/?${own()}limit=0`)).objects.map(({ id }) => id);
    expect(whole.length).toBeGreaterThanOrEqual(5);
    const first = base() + query(own());
    expect((await pageAt(ann, first)).meta.next).toBe(`${base()}${kept(own())}&offset=2`);
    const down = await walk(ann, first, 'next');
    expect(down.ids).toEqual(whole);
    const lastUri = `${base()}${kept(own())}&offset=${whole.length - down.last.objects.length}`;
    expect((await walk(ann, lastUri, 'previous')).ids).toEqual(whole);
    expect(new Set(whole).size).toBe(whole.length);
  });

  test.each([
    [1, null],
    [2, null],
    [3, 0],
    [4, 1],
  ])('from the offset %i back, a whole page or none precedes', async (offset, previous) => {
    const at = (from: number) => `${base()}/?${own()}limit=3&offset=${from}`;
    expect((await pageAt(ann, at(offset))).meta.previous).toBe(previous === null ? null : at(previous));
  });
});

describe('the links of the post list', () => {
  /** Readers, by the feed that theirs fall back to. */
  const readers: Partial<Record<'friends' | 'local' | 'featured', Person>> = {};
  let quiet: Person;
  let liked: Person;

  beforeAll(async () => {
    const place = { location_lat: 12, location_lng: 34 };
    const [friendly, nearby, lonely, star, neighbour] = [
      await newPerson(service, 'Frieda', 'Friendly'),
      await newPerson(service, 'Nora', 'Nearby'),
      await newPerson(service, 'Leo', 'Lonely'),
      await newPerson(service, 'Stella', 'Star'),
      await newPerson(service, 'Nils', 'Neighbour'),
    ];
    quiet = await newPerson(service, 'Quentin', 'Quiet');
    liked = await newPerson(service, 'Lia', 'Liked');
    for (const person of [nearby, neighbour]) await as(person).patch(`/profile/${person.id}/`, place);
    await befriend(service, friendly, liked);
    for (let i = 0; i < 5; i++) for (const runner of [liked, star, neighbour]) await record(runner);
    await service.sql('update users set is_featured = true where id = ?', [star.id]);
    Object.assign(readers, { friends: friendly, local: nearby, featured: lonely });
  });

  /** Follows `older` to the end and `newer` back from there, and compares with the feed as a whole. */
  async function expectWhole(reader: Person, first: string, whole: string, feedType: string): Promise<void> {
    const { objects } = await pageAt(reader, `/api/v1/post/?limit=0&${whole}`);
    const ids = objects.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(5);
    const down = await walk(reader, first, 'older');
    expect([first, down.ids]).toEqual([first, ids]);
    expect(down.last.meta).toMatchObject({ feed_type: feedType, older: null });
    const from = down.last.meta.newer;
    const up = from === null ? [] : (await walk(reader, from, 'newer')).ids;
    expect([from, [...up, ...down.last.objects.map(({ id }) => id)]]).toEqual([from, ids]);
  }

  const asked: [query: string, of: readonly string[]][] = [
    ['type=profile&user_id=QUIET&', ['friends', 'local', 'featured']],
    ['type=dashboard&user_id=QUIET&', ['friends', 'local', 'featured']],
    ['type=profile&', ['friends', 'local', 'featured']],
    ['type=local&user_id=QUIET&', ['friends', 'featured']],
    ['type=featured&user_id=QUIET&', ['friends', 'local']],
    ['type=friends&', ['local', 'featured']],
    ['type=dashboard&', ['local', 'featured']],
    ['', ['local', 'featured']],
    ['user_id=QUIET&type=friends&type=profile&user_id=QUIET&', ['friends', 'local', 'featured']],
  ];
  const cases = asked.flatMap(([query, of]) => of.map((landed) => [query, landed] as const));

  test.each(cases)('%sfallback=1 stay in %s', async (query, landed) => {
    const reader = readers[landed as keyof typeof readers] as Person;
    // Nobody is featured while the featured feed is asked for and to be empty.
    const star = query.startsWith('type=featured');
    if (star) await service.sql('update users set is_featured = false');
    try {
      const own = query.replaceAll('QUIET', String(quiet.id));
      for (const limit of [2, 5])
        await expectWhole(reader, `/api/v1/post/?${own}fallback=1&limit=${limit}`, `type=${landed}`, landed);
    } finally {
      if (star) await service.sql("update users set is_featured = true where first_name = 'Stella'");
    }
  });

  const feeds: [own: string, feedType: 'friends' | 'local' | 'featured' | 'profile'][] = [
    ['type=friends&', 'friends'],
    ['type=dashboard&', 'friends'],
    ['type=dashboard&user_id=LIKED&', 'friends'],
    ['type=dashboard&user_id=LIKED&fallback=1&', 'friends'],
    ['type=local&', 'local'],
    ['type=featured&', 'featured'],
    ['type=profile&user_id=LIKED&', 'profile'],
    ['type=profile&user_id=LIKED&fallback=1&', 'profile'],
  ];
  describe.each(feeds)('of %s', (own, feedType) => {
    test.each(writings)('lead through the whole list: %s', async (_what, query) => {
      const reader = readers[feedType as keyof typeof readers] ?? (readers.friends as Person);
      const named = own.replace('LIKED', String(liked.id));
      const first = `/api/v1/post${query(named)}`;
      await expectWhole(reader, first, named, feedType);
      const type = named.includes('user_id') ? named : `type=${feedType}&`;
      const link = (await pageAt(reader, first)).meta.older?.replace(/&earlier_than=\d+$/, '');
      const kept = query(type).replace('fallback=1&', '').replace(/^\/?/, '/');
      expect(link).toBe(`/api/v1/post${kept}`);
    });
  });

  test("an empty friends feed of another user falls back to the reader's own friends first", async () => {
    const page = await pageAt(readers.friends as Person, `/api/v1/post/?type=dashboard&user_id=${quiet.id}&fallback=1`);
    expect(page.meta['feed_type']).toBe('friends');
    expect(page.objects).toHaveLength(5);
  });
});
