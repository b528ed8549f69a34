/**
 * The results of a search by name among hundreds of names that match, compared with an order that is computed here
 * (decisions D66): whole, and in pages.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { List } from '../friendships/friendship-calls.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const words = ['ann', 'anna', 'annabel', 'annie', 'bell', 'bella', 'an', 'zoe', 'a1'];
let me: Person;
let names: Map<number, string>;

beforeAll(async () => {
  me = await newPerson(service, 'Quentin', 'Quiet');
  const crowd = await manyPeople(service, 600, 'Crowd');
  // One to four words each; many names are equal.
  names = new Map(crowd.map(({ id }, n) => [id, nameOf(n)]));
  await service.sql(
    'update users u set search_name = n.value from json_each_text(?::json) n where u.id = n.key::bigint',
    [JSON.stringify(Object.fromEntries(names))],
  );
});

function nameOf(n: number): string {
  const seed = (n * 7919) % 6561;
  const digits = [seed % 9, Math.floor(seed / 9) % 9, Math.floor(seed / 81) % 9, Math.floor(seed / 729) % 9];
  return digits
    .slice(0, 1 + (n % 4))
    .map((digit) => words[digit])
    .join(' ');
}

/** The ids of all names with a word that begins with the query, in the order of the decisions. */
function expected(query: string): number[] {
  const rank = (name: string) => {
    const all = name.split(' ');
    const isWhole = all.includes(query);
    const fits = (word = '') => (isWhole ? word === query : word.startsWith(query));
    const tier = name === query ? 1 : isWhole ? 2 : 3;
    const place = fits(all[0]) ? 0 : fits(all.at(-1)) ? 1 : 2;
    return [tier, place, place === 1 ? `${all.at(-1)}` : '', name].join('\n');
  };
  return [...names]
    .filter(([, name]) => name.split(' ').some((word) => word.startsWith(query)))
    .map(([id, name]) => ({ id, rank: rank(name) }))
    .sort((one, other) => (one.rank === other.rank ? one.id - other.id : one.rank < other.rank ? -1 : 1))
    .map(({ id }) => id);
}

interface Page {
  ids: number[];
  next: string | null;
  total: number;
}

async function page(path: string): Promise<Page> {
  const { meta, objects } = (await as(me).get(path)).json<List>();
  return {
    ids: objects.map(({ id }) => id),
    next: meta['next'] as string | null,
    total: meta['total_count'] as number,
  };
}

/** Follows the links to the next page, as a client does. */
async function pages(query: string, limit: number): Promise<Page[]> {
  const read = [await page(`/user/search/?q=${query}&limit=${limit}`)];
  for (let next = read[0]?.next; next != null; next = read.at(-1)?.next)
    read.push(await page(next.replace('/api/v1', '')));
  return read;
}

describe('GET /user/search/ with one word', () => {
  test.each(['a', 'an', 'ann', 'anna', 'annabel', 'bell', 'b', 'zo', 'a1', 'anni'])(
    'returns all in order, at once and in pages: %s',
    async (query) => {
      const all = expected(query);
      expect(await page(`/user/search/?q=${query}&limit=1000`)).toEqual({ ids: all, next: null, total: all.length });
      for (const limit of [7, 100]) expect((await pages(query, limit)).flatMap(({ ids }) => ids)).toEqual(all);
    },
  );

  test.each(['a', 'ann', 'bell', 'zo'])('counts all on each page (P10): %s', async (query) => {
    const all = expected(query).length;
    expect(all).toBeGreaterThan(100);
    expect(new Set((await pages(query, 20)).map(({ total }) => total))).toEqual(new Set([all]));
    const { data } = await as(me).graphql<{ some: { totalCount: number }; all: { totalCount: number } }>(
      `query ($q: String!) { some: searchUsers(q: $q, first: 20) { totalCount }
         all: searchUsers(q: $q, first: 20, countAll: true) { totalCount } }`,
      { q: query },
    );
    expect(data?.all.totalCount).toBe(all);
    expect(data?.some.totalCount).toBeGreaterThanOrEqual(40);
  });

  test('returns nothing beyond the end', async () => {
    const all = expected('ann').length;
    expect(await page(`/user/search/?q=ann&offset=${all}`)).toEqual({ ids: [], next: null, total: all });
    expect(await page('/user/search/?q=ann&offset=2000000000')).toMatchObject({ ids: [], next: null });
  });

  test('finds names of the greatest length, with letters of three bytes', async () => {
    // Each of these letters becomes six when names are compared.
    const name = '㌖'.repeat(100);
    await as(me).patch(`/user/${me.id}/`, { first_name: name, last_name: name });
    expect((await page(`/user/search/?q=${encodeURIComponent('㌖')}`)).ids).toEqual([me.id]);
  });
});

describe('a query with signs, which search names do not have,', () => {
  const signs = ['%', '_', '.', '\\', "'", '-'];
  let found: (row: string, query: string) => Promise<string[]>;

  beforeAll(async () => {
    // By their search names alone, the later ones would come first.
    for (const [i, sign] of signs.entries()) {
      const person = await newPerson(service, 'Sig', `Nature${'abcdef'[i]}`);
      await as(person).patch(`/user/${person.id}/`, { first_name: `Al${sign}ma`, last_name: 'zyxwvu'.charAt(i) });
      await befriend(service, me, person);
    }
    found = async (row, query) => {
      const answer = await as(me).get(`${row}?q=${encodeURIComponent(query)}`);
      return answer.json<{ objects: { first_name: string }[] }>().objects.map(({ first_name: name }) => name);
    };
  });

  test.each(['/user/search/', '/user/search/friends/'])('finds the name as it was typed first: %s', async (row) => {
    const all = signs.map((sign) => `Al${sign}ma`).sort();
    for (const sign of signs)
      for (const query of [`Al${sign}ma`, `aL${sign}MA`, `al${sign}m`]) {
        const names = await found(row, query);
        expect(names[0]).toBe(`Al${sign}ma`);
        expect(names.toSorted()).toEqual(all);
      }
    expect(await found(row, 'al ma')).toEqual(signs.map((sign) => `Al${sign}ma`).toReversed());
  });
});
