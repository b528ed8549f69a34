/**
 * Posts and comments with more likes than their rows hold (`mostLikers`): the count, the own like and the pages are complete,
 * the list of ids is the newest `listedLikers`, and the row agrees with the likes whatever happens at the same time.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { listedLikers, mostLikers } from '../../src/domain/feed/shown-likes.ts';
import { rebuild } from '../../src/wiring/rebuilding.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { newStaff, suspend, unsuspend } from '../people/moderating.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const { post } = await record(ann);
const made = await as(bob).post('/comment/', { post_id: post, comment: 'Fine' });
const comment = Number(/(\d+)\/$/.exec(made.headers.location ?? '')?.[1]);
interface Thing {
  type: 'Post' | 'Comment';
  kind: 'post' | 'comment';
  id: number;
}
const things: Thing[] = [
  { type: 'Post', kind: 'post', id: post },
  { type: 'Comment', kind: 'comment', id: comment },
];

/** More than two pages of twenty beyond what the row holds. */
const fans = await manyPeople(service, mostLikers + 45, 'Fan');
const ids = (people: readonly Person[]) => people.map(({ id }) => id);

const toggle = (who: Person, { kind, id }: Thing) =>
  as(who).post('/like/toggle/', { object_type: kind, object_id: id });

/** What REST shows of who likes it. */
async function restLikers(who: Person, { kind, id }: Thing): Promise<number[]> {
  return (await as(who).get(`/${kind}/${id}/`)).json<{ likers: number[] }>().likers;
}

interface Shown {
  likeCount: number;
  viewerLikes: boolean;
  likers: number[];
  likedBy: {
    totalCount: number;
    nodes: { databaseId: number }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

async function shown(who: Person, { type, id }: Thing, after: string | null = null, first = 20): Promise<Shown> {
  const { data, errors } = await as(who).graphql<{ node: Shown }>(
    `query ($id: ID!, $after: String) { node(id: $id) { ... on ${type} { likeCount viewerLikes likers
      likedBy(first: ${first}, after: $after) { totalCount nodes { databaseId } pageInfo { hasNextPage endCursor } } } } }`,
    { id: globalId(type, id), after },
  );
  expect(errors).toEqual([]);
  return data?.node as Shown;
}

/** All users who like it, page by page. */
async function everybody(who: Person, thing: Thing): Promise<number[]> {
  const found: number[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { likedBy } = await shown(who, thing, after);
    found.push(...likedBy.nodes.map(({ databaseId }) => databaseId));
    after = likedBy.pageInfo.hasNextPage ? likedBy.pageInfo.endCursor : null;
  }
  return found;
}

/** What the row says and what it should say. */
async function row({ kind, id }: Thing): Promise<{ said: unknown[]; counted: unknown[] }> {
  const [found] = await service.sql(
    `select like_count, likers::text, (select count(*)::int from ${kind}_like where ${kind}_id = o.id) as count,
       array(select user_id from (select id, user_id from ${kind}_like where ${kind}_id = o.id order by id desc limit ${mostLikers}) n
         order by n.id)::text as newest
     from ${kind} o where id = ?`,
    [id],
  );
  return { said: [found?.['like_count'], found?.['likers']], counted: [found?.['count'], found?.['newest']] };
}

async function expectAgreement(thing: Thing): Promise<void> {
  const { said, counted } = await row(thing);
  expect(said).toEqual(counted);
}

describe.each(things)('a $type with more likes than its row holds', (thing) => {
  /** In the order of their likes. */
  let order: number[];

  beforeAll(async () => {
    for (const fan of fans) expect((await toggle(fan, thing)).status).toBe(200);
    order = ids(fans);
  });

  test('is counted completely', async () => {
    expect((await toggle(cho, thing)).json()).toEqual({ liked: true, like_count: fans.length + 1 });
    expect((await toggle(cho, thing)).json()).toEqual({ liked: false, like_count: fans.length });
    expect(await shown(cho, thing)).toMatchObject({ likeCount: fans.length, likedBy: { totalCount: fans.length } });
    await expectAgreement(thing);
  });

  test('lists everybody, page by page', async () => {
    expect(await everybody(cho, thing)).toEqual(order);
  });

  test('shows the ids of all likers, for an old app counts them', async () => {
    const [first, last] = [fans[0], fans.at(-1)] as [Person, Person];
    for (const who of [cho, first, last]) {
      expect(await restLikers(who, thing)).toEqual(order);
      expect(await shown(who, thing)).toMatchObject({ viewerLikes: who !== cho, likers: order });
    }
  });

  test('has the next older liker in its list when a newer one takes the like back', async () => {
    const gone = fans[60] as Person;
    await toggle(gone, thing);
    order = order.filter((id) => id !== gone.id);
    expect(await restLikers(cho, thing)).toEqual(order);
    // One who is not in the list.
    const old = fans[3] as Person;
    const before = await service.sql("select count(*)::int as count from live_event where kind = 'post-changed'");
    await toggle(old, thing);
    const after = await service.sql("select count(*)::int as count from live_event where kind = 'post-changed'");
    order = order.filter((id) => id !== old.id);
    expect(Number(after[0]?.['count'])).toBe(Number(before[0]?.['count']) + 1);
    expect(await shown(old, thing)).toMatchObject({ viewerLikes: false, likeCount: order.length });
    expect(await restLikers(cho, thing)).toEqual(order);
    await expectAgreement(thing);
  });

  test('leaves out whom a block hides, wherever they are in the list', async () => {
    const hidden = [fans[1], fans[100]] as [Person, Person];
    for (const { id } of hidden)
      await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [id, cho.id]);
    expect(await everybody(cho, thing)).toEqual(order.filter((id) => !ids(hidden).includes(id)));
    expect(await shown(cho, thing)).toMatchObject({
      likeCount: order.length,
      likedBy: { totalCount: order.length - 2 },
    });
    await service.sql('delete from block where blocked_id = ?', [cho.id]);
  });

  test('neither shows nor counts those who are suspended', async () => {
    const staff = await newStaff(service, `Sam${thing.type}`);
    const gone = [fans[2], fans[120]] as [Person, Person];
    for (const person of gone) await suspend(staff, person);
    const rest = order.filter((id) => !ids(gone).includes(id));
    expect(await shown(cho, thing)).toMatchObject({
      likeCount: rest.length,
      likers: rest,
      likedBy: { totalCount: rest.length },
    });
    expect(await everybody(cho, thing)).toEqual(rest);
    expect((await toggle(cho, thing)).json()).toEqual({ liked: true, like_count: rest.length + 1 });
    await toggle(cho, thing);
    for (const person of gone) await unsuspend(staff, person);
    expect(await everybody(cho, thing)).toEqual(order);
    expect(await restLikers(cho, thing)).toEqual(order);
  });

  test('agrees with its likes after likes at the same time', async () => {
    const several = fans.slice(40, 70).flatMap((fan) => [fan, fan, fan]);
    const answers = await Promise.all(several.map((fan) => toggle(fan, thing)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expectAgreement(thing);
    // An odd number of toggles: those who liked it do not, and the one who did not does.
    expect([...(await everybody(cho, thing))].sort((a, b) => a - b)).toEqual(
      [...order.filter((id) => !ids(fans.slice(40, 70)).includes(id)), (fans[60] as Person).id].sort((a, b) => a - b),
    );
  });

  test('shows the newest of very many likers, and always the viewer', async () => {
    const crowd = await manyPeople(service, listedLikers + 1 - mostLikers, `Crowd${thing.type}`);
    const before = await everybody(cho, thing);
    await service.sql(
      `insert into ${thing.kind}_like (user_id, ${thing.kind}_id) select unnest(?::bigint[]), ${thing.id}`,
      [`{${ids(crowd).join()}}`],
    );
    const newest = [...before, ...ids(crowd)].slice(-listedLikers);
    const [oldest, last] = [fans.find(({ id }) => id === before[0]), crowd.at(-1)] as [Person, Person];
    for (const who of [cho, last]) expect(await restLikers(who, thing)).toEqual(newest);
    expect(await restLikers(oldest, thing)).toEqual([oldest.id, ...newest.slice(1)]);
    expect(await shown(oldest, thing)).toMatchObject({ viewerLikes: true, likers: await restLikers(oldest, thing) });
    await service.sql('delete from users where id = any(?::bigint[])', [`{${ids(crowd).join()}}`]);
    await expectAgreement(thing);
  });

  test('loses its likes together with the accounts', async () => {
    const leavers = await manyPeople(service, 5, `Leaver${thing.type}`);
    for (const leaver of leavers) await toggle(leaver, thing);
    expect(await restLikers(cho, thing)).toEqual(expect.arrayContaining(ids(leavers)));
    await service.sql('delete from users where id = any(?::bigint[])', [`{${ids(leavers).join()}}`]);
    await expectAgreement(thing);
    const { said } = await row(thing);
    expect((await everybody(cho, thing)).length).toBe(said[0]);
  });
});

test('npx runners rebuild corrects counts and copies', async () => {
  const before = await Promise.all(things.map(row));
  await service.sql("update post set like_count = like_count + 3, likers = '{}' where id = ?", [post]);
  await service.sql('update comment set likers = likers[2:] where id = ?', [comment]);
  const corrected: [string, readonly number[]][] = [];
  await rebuild(service.database, (what, found) => corrected.push([what, found]));
  expect(corrected.filter(([, found]) => found.length > 0)).toEqual([
    ['numbers and copies of the likes of posts', [post]],
    ['numbers and copies of the likes of comments', [comment]],
  ]);
  expect(await Promise.all(things.map(row))).toEqual(before);
});

test('what the former version writes to the array becomes a like', async () => {
  const { post: other } = await record(ann);
  const thing: Thing = { type: 'Post', kind: 'post', id: other };
  const write = (change: string, who: Person) =>
    service.sql(`update post set likers = ${change}(likers, ?::bigint) where id = ?`, [who.id, other]);
  for (const who of [bob, cho]) await write('array_append', who);
  expect(await shown(bob, thing)).toMatchObject({ likeCount: 2, likers: ids([bob, cho]), viewerLikes: true });
  expect(await everybody(ann, thing)).toEqual(ids([bob, cho]));
  await write('array_remove', bob);
  expect(await shown(bob, thing)).toMatchObject({ likeCount: 1, likers: [cho.id], viewerLikes: false });
});

test('the migration makes rows of arrays of any length, in their order, and arrays of rows', async () => {
  const likesOf = ({ kind, id }: Thing) =>
    service.sql(`select user_id from ${kind}_like where ${kind}_id = ? order by id`, [id]);
  const before = await Promise.all(things.map(likesOf));
  const rows = await Promise.all(things.map(row));
  await service.database.orm.migrator.down({ migrations: ['2026-11-23-likes'] });
  for (const [at, { kind, id }] of things.entries()) {
    const [found] = await service.sql(`select likers::text from ${kind} where id = ?`, [id]);
    expect(found?.['likers']).toBe(`{${(before[at] ?? []).map((like) => String(like['user_id'])).join()}}`);
  }
  await migrate(service.database);
  expect(await Promise.all(things.map(likesOf))).toEqual(before);
  expect(await Promise.all(things.map(row))).toEqual(rows);
});
