/**
 * The friends feed over REST has pages with links between them.
 * Rows: `GET /post/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, befriend, cast, newPerson } from '../support/cast.ts';
import { feedIds, feedPage, follow } from '../support/feeds.ts';
import type { Page } from '../support/feeds.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const ids: number[] = [];
for (let i = 0; i < 27; i++) ids.unshift((await record(i % 2 ? ann : bob)).post);
await record(cho);
const newest = ids[0] ?? 0;
const oldest = ids.at(-1) ?? 0;
const at = (index: number) => ids[index] ?? 0;

describe('GET /post/', () => {
  test('returns the newest 20 posts of the friends feed, newest first', async () => {
    const page = await feedPage(ann);
    expect(page.objects.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(Object.keys(page).sort()).toEqual(['meta', 'objects']);
    expect(page.meta).toEqual({
      feed_type: 'friends',
      newer: null,
      older: expect.stringMatching(/^\/api\/v1\/post\/\?/),
    });
  });

  test('shows each post as GET /post/[id]/ does', async () => {
    for (const post of (await feedPage(bob)).objects)
      expect((await as(bob).get(`/post/${post.id}/`)).json()).toEqual(post);
  });

  const pages: [query: string, from: number, to: number][] = [
    ['limit=1', 0, 1],
    ['limit=27', 0, 27],
    ['limit=0', 0, 27],
    ['limit=100000', 0, 27],
    [`earlier_than=${at(5)}&limit=3`, 6, 9],
    [`earlier_than=${oldest}`, 27, 27],
    [`earlier_than=${newest + 1000}&limit=2`, 0, 2],
    [`later_than=${at(5)}&limit=3`, 2, 5],
    [`later_than=${at(5)}`, 0, 5],
    [`later_than=${newest}`, 0, 0],
    [`later_than=${at(10)}&earlier_than=${at(5)}`, 6, 10],
    [`later_than=${at(20)}&earlier_than=${at(5)}&limit=3`, 17, 20],
    ['type=friends&limit=4', 0, 4],
    ['type=dashboard&limit=4', 0, 4],
  ];
  test.each(pages)('with %s returns posts %i to %i', async (query, from, to) => {
    expect(await feedIds(ann, query)).toEqual(ids.slice(from, to));
  });

  test('returns at most 100 posts', async () => {
    const eve = await newPerson(service, 'Eve', 'Ever');
    await service.sql(
      `insert into post (author_id, body, privacy) select ${eve.id}, 'x', 'public' from generate_series(1, 120)`,
    );
    for (const limit of [0, 100, 101, 5000]) expect(await feedIds(eve, `limit=${limit}`)).toHaveLength(100);
  });

  test.each([
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'limit=1e999',
    'earlier_than=x',
    'earlier_than=-1',
    'later_than=9007199254740993',
    'later_than=1.5',
    'type=nonsense',
    'type=__proto__',
    'fallback=maybe',
    'type=profile&user_id=x',
  ])('refuses %s by name', async (query) => {
    const answer = await as(ann).get(`/post/?${query}`);
    const [field] = query.split('&').at(-1)?.split('=') ?? [];
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${field}: `));
  });
});

describe('newer and older', () => {
  test.each([1, 3, 20, 26, 27, 28])(
    'lead through all posts and back, %i at a time, without gaps and repetitions',
    async (limit) => {
      const down: number[] = [];
      let page: Page | null = await feedPage(ann, `limit=${limit}`);
      let last: Page = page;
      while (page) {
        down.push(...page.objects.map(({ id }) => id));
        last = page;
        page = page.meta.older === null ? null : await follow(ann, page.meta.older);
      }
      expect(down).toEqual(ids);
      const up: number[] = [];
      for (page = last; page; page = page.meta.newer === null ? null : await follow(ann, page.meta.newer))
        up.unshift(...page.objects.map(({ id }) => id));
      // The last page of the way down is the first of the way up: the rest is walked in whole pages.
      expect(up).toEqual(ids);
    },
  );

  test('neither skip nor repeat a post while others are written', async () => {
    const [gil, hal] = [await newPerson(service, 'Gil', 'Green'), await newPerson(service, 'Hal', 'Hill')];
    await befriend(service, gil, hal);
    const before: number[] = [];
    for (let i = 0; i < 10; i++) before.unshift((await record(hal)).post);
    const down: number[] = [];
    const written: number[] = [];
    let page = await feedPage(gil, 'limit=3');
    const first = page;
    for (;;) {
      down.push(...page.objects.map(({ id }) => id));
      if (page.meta.older === null) break;
      written.unshift((await record(hal)).post);
      page = await follow(gil, page.meta.older);
    }
    expect(down).toEqual(before);
    // Nothing was newer when the first page was read; what came since is found from its top.
    expect(first.meta.newer).toBeNull();
    const since: number[] = [];
    let up: Page | null = await feedPage(gil, `limit=2&later_than=${first.objects[0]?.id}`);
    for (; up; up = up.meta.newer === null ? null : await follow(gil, up.meta.newer))
      since.unshift(...up.objects.map(({ id }) => id));
    expect(since).toEqual(written);
  });

  test('keep other parameters, and are relative', async () => {
    const { meta } = await feedPage(ann, `&format=json&limit=2&public_key=a%26b&earlier_than=${at(3)}`);
    for (const link of [meta.newer, meta.older]) {
      const { pathname, searchParams } = new URL(link ?? '', 'http://x');
      expect(link?.startsWith('/api/v1/post/?')).toBe(true);
      expect(pathname).toBe('/api/v1/post/');
      expect([searchParams.get('limit'), searchParams.get('public_key'), searchParams.get('format')]).toEqual([
        '2',
        'a&b',
        'json',
      ]);
    }
  });

  test('are null at the ends', async () => {
    expect((await feedPage(ann, 'limit=27')).meta).toMatchObject({ newer: null, older: null });
    expect((await feedPage(ann, `later_than=${newest}`)).meta.newer).toBeNull();
    expect((await feedPage(ann, `earlier_than=${oldest}`)).meta.older).toBeNull();
    const empty = await newPerson(service, 'Ida', 'Idle');
    expect((await feedPage(empty)).meta).toEqual({ feed_type: 'friends', newer: null, older: null });
  });

  test('of a page past either end lead back to all', async () => {
    const { newer } = (await feedPage(ann, `earlier_than=${oldest}&limit=50`)).meta;
    expect((await follow(ann, newer ?? '')).objects.map(({ id }) => id)).toEqual(ids);
    const { older } = (await feedPage(ann, `later_than=${newest}&limit=50`)).meta;
    expect((await follow(ann, older ?? '')).objects.map(({ id }) => id)).toEqual(ids);
  });
});
