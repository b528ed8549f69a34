/**
 * People can be searched over REST.
 * Rows: `GET /user/`, `GET /user/search/`, `GET /user/search/friends/`.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import { befriended, setBlock } from '../friendships/friendship-calls.ts';
import type { List } from '../friendships/friendship-calls.ts';

const service = await testService();
const formats = ['json', 'xml', 'yaml'];
const cast: Record<string, Person> = {};

const spelled = [
  ['Zoë', 'Łukasiewicz'],
  ['Zoe', 'Lund'],
  ['Zora', 'Meier'],
  ['John', 'Smith'],
  ['Johnny', 'Smithers'],
  ['Anna', 'Johnson'],
  ['Ann', 'Marie Bell'],
  ['Jo', 'Kay'],
  ['Elizabeth', 'O’Brien'],
  ['Søren', 'Kjær'],
  ['王小明', '跑步'],
  ['小龙', '李'],
  ['太郎', '山田'],
  ['민수', '김'],
  ['ゆき', 'サトウ'],
] as const;

beforeAll(async () => {
  for (const [firstName, lastName] of spelled) cast[firstName] = await register(firstName, lastName);
});

let made = 0;

/** Names that make no e-mail address. */
async function register(firstName: string, lastName: string): Promise<Person> {
  const person = await newPerson(service, 'Somebody', `Number${(made += 1)}`);
  await as(person).patch(`/user/${person.id}/`, { first_name: firstName, last_name: lastName });
  return { ...person, firstName, lastName };
}

const me = () => cast['John'] as Person;
const names = (answer: Answer) =>
  answer.json<List & { objects: { first_name: string; id: number }[] }>().objects.map((user) => user.first_name);
const search = (q: string, rest = '') => as(me()).get(`/user/search/?q=${encodeURIComponent(q)}${rest}`);

describe('GET /user/search/', () => {
  test('returns whole words before beginnings of words, without case and accents', async () => {
    expect(names(await search('zoe'))).toEqual(['Zoë', 'Zoe']);
    expect(names(await search('ZO'))).toEqual(['Zoë', 'Zoe', 'Zora']);
    expect(names(await search('Zoë Lukasiewicz'))[0]).toBe('Zoë');
    expect(names(await search('lukas zo'))[0]).toBe('Zoë');
    expect(names(await search('ann'))).toEqual(['Ann', 'Anna']);
    expect(names(await search('john')).slice(0, 3)).toEqual(['John', 'Johnny', 'Anna']);
    expect(names(await search('smith'))).toEqual(['John', 'Johnny']);
    expect(names(await search('Soren'))).toEqual(['Søren']);
    expect(names(await search('kjaer'))).toEqual(['Søren']);
    expect(names(await search("o'brien"))).toEqual(['Elizabeth']);
    expect(names(await search('王'))).toEqual(['王小明']);
    expect(names(await search('z'))).toEqual(['Zoë', 'Zoe', 'Zora']);
  });

  test.each([
    ['李小龙', '小龙'],
    ['小龙李', '小龙'],
    ['李小', '小龙'],
    ['小龙 李', '小龙'],
    ['李', '小龙'],
    ['山田太郎', '太郎'],
    ['김민수', '민수'],
    ['サトウゆき', 'ゆき'],
  ])('finds a name that is written without a space: %s', async (q, first) => {
    expect(names(await search(q))).toEqual([first]);
  });

  test.each([
    ['jonh', 'John'],
    ['johm smith', 'John'],
    ['smiht', 'John'],
    ['smth', 'John'],
    ['smiith', 'John'],
    ['elisabeth', 'Elizabeth'],
    ['Elizabet', 'Elizabeth'],
    ['lukasiewitz', 'Zoë'],
    ['soern', 'Søren'],
  ])('tolerates a small misspelling: %s', async (q, first) => {
    expect(names(await search(q))[0]).toBe(first);
  });

  test('returns an empty list without matches; letters inside a word do not match', async () => {
    for (const q of ['xqzw', 'mit', 'ohn', '%', '_', '!!!', '', ' ', "'; drop table users; --", '\\'])
      expect([q, (await search(q)).json<List>().meta['total_count'], (await search(q)).status]).toEqual([q, 0, 200]);
  });

  test('returns users with their place, in each format', async () => {
    const zoe = cast['Zoe'] as Person;
    await as(zoe).patch(`/profile/${zoe.id}/`, { location_name: 'Zürich' });
    const list = (await search('zoe lund')).json<List>();
    expect(list.meta).toEqual({ limit: 20, next: null, offset: 0, previous: null, total_count: 1 });
    expect(list.objects).toEqual([
      {
        id: zoe.id,
        resource_uri: `/api/v1/user/${zoe.id}/`,
        first_name: 'Zoe',
        last_name: 'Lund',
        email: '',
        date_joined: expect.any(String),
        preferences: `/api/v1/preferences/${zoe.id}/`,
        profile: `/api/v1/profile/${zoe.id}/`,
        stats: `/api/v1/stats/${zoe.id}/`,
        profile_image_225_url: '',
        profile_image_48_url: '',
        location_name: 'Zürich',
      },
    ]);
    for (const format of formats) expect(wireValue(await search('zoe lund', `&format=${format}`))).toEqual(list);
  });

  test('returns pages without gaps and repetitions', async () => {
    const whole = names(await search('z'));
    const pages = await Promise.all([0, 1, 2].map((offset) => search('z', `&limit=1&offset=${offset}`)));
    expect(pages.flatMap(names)).toEqual(whole);
    expect(pages[1]?.json<List>().meta).toEqual({
      limit: 1,
      next: '/api/v1/user/search/?q=z&limit=1&offset=2',
      offset: 1,
      previous: '/api/v1/user/search/?q=z&limit=1&offset=0',
      total_count: 3,
    });
    const beyond = (await search('z', '&offset=50')).json<List>();
    expect(beyond).toMatchObject({ meta: { total_count: 3, next: null }, objects: [] });
  });

  test('finds a changed name, and no longer the old one', async () => {
    const person = await register('Before', 'Change');
    await as(person).patch(`/user/${person.id}/`, { first_name: 'Afterwards' });
    expect(names(await search('afterwards'))).toEqual(['Afterwards']);
    expect(names(await search('before'))).toEqual([]);
  });

  test('refuses a missing name, a long one, and requests without a key', async () => {
    expect(await as(me()).get('/user/search/')).toMatchObject({ status: 400, text: 'q: is required' });
    expect(await search('x'.repeat(101))).toMatchObject({ status: 400, text: 'q: must have at most 100 characters' });
    expect((await nobody(service).get('/user/search/?q=ann')).status).toBe(401);
  });

  test('takes one statement, and another one for misspellings of longer words', async () => {
    for (const [q, ...statements] of [
      ['z', 'search_users_by_word'],
      ['zoe', 'search_users_by_word'],
      ['zoe lu', 'search_users'],
      ['elisabeth', 'search_misspelled_users', 'search_users_by_word'],
      ['elisabeth ob', 'search_misspelled_users', 'search_users'],
    ] as [string, ...string[]][])
      expect([q, ...(await countStatements(service, () => search(q)))]).toEqual([q, ...statements]);
  });

  test('hides users separated by a block', async () => {
    const [ivy, jan] = [await register('Ivory', 'Tower'), await register('January', 'Frost')];
    await setBlock(ivy, jan);
    const found = async (person: Person, q: string) => names(await as(person).get(`/user/search/?q=${q}`));
    expect(await found(jan, 'ivory')).toEqual([]);
    expect(await found(ivy, 'january')).toEqual([]);
    expect(await found(jan, 'ivroy')).toEqual([]);
    expect(await found(me(), 'ivory')).toEqual(['Ivory']);
  });

  test('is paged by cursor in GraphQL', async () => {
    const query = `query ($after: String) { searchUsers(q: "z", first: 2, after: $after) {
      totalCount nodes { firstName } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
    interface Found {
      searchUsers: { nodes: { firstName: string }[]; pageInfo: { endCursor: string } };
    }
    const first = (await as(me()).graphql<Found>(query)).data?.searchUsers;
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    const second = (await as(me()).graphql<Found>(query, { after: first?.pageInfo.endCursor })).data?.searchUsers;
    expect(second).toMatchObject({
      totalCount: 3,
      nodes: [{ firstName: 'Zora' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
  });
});

describe('GET /user/ and GET /user/search/friends/', () => {
  let pia: Person;
  let kim: Person;
  let kai: Person;
  let karl: Person;

  beforeAll(async () => {
    [pia, kim, kai, karl] = [
      await register('Pia', 'Post'),
      await register('Kim', 'Kelly'),
      await register('Kai', 'Keller'),
      await register('Karl', 'Kent'),
    ];
    for (const friend of [kim, kai, karl]) await befriended(pia, friend);
    // Posts have their dates of the database.
    service.clock.set(await service.databaseNow());
    const lately = (hours: number) => new Date(service.clock.now().getTime() - hours * 3_600_000).toISOString();
    for (const hours of [1, 2, 3]) await record(karl, { run_date: lately(hours) });
    await record(kim, { run_date: lately(1) });
    // What the asker may not see does not count.
    for (const hours of [4, 5, 6, 7]) await record(kai, { run_date: lately(hours), privacy: 'private' });
  });
  afterAll(() => service.clock.set(null));

  test("'GET /user/': the friends of a user, newest account first, in each format", async () => {
    const all = (await as(me()).get(`/user/?friends_with=${pia.id}`)).json<List>();
    expect(all.objects.map(({ id }) => id)).toEqual([karl.id, kai.id, kim.id]);
    expect(all.meta).toEqual({ limit: 20, next: null, offset: 0, previous: null, total_count: 3 });
    for (const format of formats)
      expect(wireValue(await as(me()).get(`/user/?friends_with=${pia.id}&format=${format}`))).toEqual(all);
    const page = (await as(me()).get(`/user/?friends_with=${pia.id}&limit=1&offset=1`)).json<List>();
    expect(page.objects.map(({ id }) => id)).toEqual([kai.id]);
    expect(page.meta).toMatchObject({ total_count: 3, next: `/api/v1/user/?friends_with=${pia.id}&limit=1&offset=2` });
    expect((await as(me()).get('/user/?friends_with=999999')).json<List>().objects).toEqual([]);
    for (const [query, text] of [
      ['?friends_with=x', 'friends_with: must be a number'],
      ['?friends_with=-1', 'friends_with: must be a positive integer'],
    ])
      expect(await as(me()).get(`/user/${query}`)).toMatchObject({ status: 400, text });
    // Without a name they are one's own.
    for (const query of ['', '?friends_with=', '?&public_key=x'])
      expect((await as(pia).get(`/user/${query}`)).json<List>().objects).toEqual(all.objects);
    for (const format of formats) expect(wireValue(await as(pia).get(`/user/?format=${format}`))).toEqual(all);
    const statements = (limit: number) =>
      countStatements(service, () => as(me()).get(`/user/?friends_with=${pia.id}&limit=${limit}`));
    expect(await statements(1)).toEqual(['friend_counts', 'friends_of_users']);
    expect(await statements(2)).toEqual(await statements(1));
  });

  test("'GET /user/search/friends/': one's own by default, or another user's", async () => {
    const found = async (person: Person, query: string) => {
      const answer = await as(person).get(`/user/search/friends/?${query}`);
      return answer.json<List>().objects.map(({ id }) => id);
    };
    expect(await found(pia, 'q=k')).toEqual([kai.id, karl.id, kim.id]);
    expect(await found(pia, 'q=kel')).toEqual([kai.id, kim.id]);
    expect(await found(pia, 'q=klely')).toEqual([kim.id]);
    expect(await found(pia, 'q=john')).toEqual([]);
    expect(await found(kim, 'q=p')).toEqual([pia.id]);
    expect(await found(kim, `q=k&user_id=${pia.id}`)).toEqual([kai.id, karl.id, kim.id]);
    expect(await found(me(), `q=k&user_id=${pia.id}&limit=1&offset=1`)).toEqual([karl.id]);
    expect(await found(me(), 'q=k')).toEqual([]);
    expect(await found(me(), 'q=k&user_id=999999')).toEqual([]);
  });

  test('the most active first: by the posts of 28 days that the reader may see', async () => {
    const order = async (person: Person) =>
      (await as(person).get(`/user/search/friends/?q=k&user_id=${pia.id}&order_by=most_active`))
        .json<List>()
        .objects.map(({ id }) => id);
    expect(await order(pia)).toEqual([karl.id, kim.id, kai.id]);
    expect(await order(kai)).toEqual([kai.id, karl.id, kim.id]);
    const now = service.clock.now();
    service.clock.set(new Date(now.getTime() + 29 * 86_400_000));
    try {
      expect(await order(pia)).toEqual([kai.id, karl.id, kim.id]);
    } finally {
      service.clock.set(now);
    }
  });

  test('in each format; a missing name and other orders are refused', async () => {
    const path = `/user/search/friends/?q=kel&user_id=${pia.id}`;
    const all = (await as(me()).get(path)).json<List>();
    expect(all.objects[0]).toMatchObject({ first_name: 'Kai', location_name: '' });
    for (const format of formats) expect(wireValue(await as(me()).get(`${path}&format=${format}`))).toEqual(all);
    expect(await as(me()).get('/user/search/friends/')).toMatchObject({ status: 400, text: 'q: is required' });
    expect(await as(me()).get('/user/search/friends/?q=a&order_by=x')).toMatchObject({
      status: 400,
      text: 'order_by: must be one of most_active',
    });
    expect(await countStatements(service, () => as(me()).get(path))).toEqual(['search_friends']);
  });

  test('in GraphQL', async () => {
    const { data } = await as(me()).graphql(
      `query ($id: ID!) { searchFriends(q: "k", userId: $id, orderBy: MOST_ACTIVE, first: 1) { totalCount nodes { firstName } }
        users(friendsWith: $id, first: 1) { totalCount nodes { firstName } pageInfo { hasNextPage } } }`,
      { id: globalId('User', pia.id) },
    );
    expect(data).toEqual({
      searchFriends: { totalCount: 3, nodes: [{ firstName: 'Karl' }] },
      users: { totalCount: 3, nodes: [{ firstName: 'Karl' }], pageInfo: { hasNextPage: true } },
    });
  });
});
