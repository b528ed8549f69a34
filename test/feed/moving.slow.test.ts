/** The posts of a user move with the user's location. */
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { until } from '../mail/patience.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();

/** Somebody in Bern with so many posts. */
async function writer(name: string, posts: number): Promise<Person> {
  const person = await newPerson(service, name, 'Mover');
  await moveTo(person, 46.95, 7.44);
  await service.sql(
    `insert into post (author_id, privacy, post_type, body, extra, spot)
     select ?, 'public', 'registered-for-event', 'Run', '{}', ?::int from generate_series(1, ?::int) n`,
    [person.id, spotAt(46.95, 7.44), posts],
  );
  return person;
}

const moveTo = async (person: Person, lat: number, lng: number) => {
  const moved = await as(person).patch(`/profile/${person.id}/`, {
    location_name: 'x',
    location_lat: lat,
    location_lng: lng,
  });
  expect(moved.status).toBe(202);
};

/** A place as posts have it (src/domain/rules/grid.ts). */
const spotAt = (lat: number, lng: number) => {
  const tenth = (degrees: number) => Math.floor((degrees - Math.floor(degrees)) * 10);
  return ((Math.floor(lat) + 90) * 361 + Math.floor(lng) + 180) * 100 + tenth(lat) * 10 + tenth(lng);
};

/** How many of the author's posts are where. */
async function placesOf({ id }: Person): Promise<Record<string, number>> {
  const rows = await service.sql('select spot, count(*)::int as posts from post where author_id = ? group by 1', [id]);
  return Object.fromEntries(rows.map(({ spot, posts }) => [String(spot), Number(posts)]));
}

async function settled(person: Person, lat: number, lng: number): Promise<void> {
  const wanted = String(spotAt(lat, lng));
  await until(async () => Object.keys(await placesOf(person)).join() === wanted, `the posts of ${person.firstName}`);
}

/** Which versions of the author's posts there are: a post that was written again has another. */
const versionsOf = async ({ id }: Person) =>
  JSON.stringify(await service.sql('select id, ctid::text as at from post where author_id = ? order by id', [id]));

test('a few posts are moved before the answer', async () => {
  const ann = await writer('Ann', 150);
  await moveTo(ann, 51.05, 3.72);
  expect(await placesOf(ann)).toEqual({ [spotAt(51.05, 3.72)]: 150 });
});

test('of many posts, the newest are moved at once and the others follow', async () => {
  const bob = await writer('Bob', 2500);
  await moveTo(bob, 51.05, 3.72);
  expect((await placesOf(bob))[spotAt(51.05, 3.72)]).toBeGreaterThanOrEqual(200);
  const [newest] = await service.sql('select spot from post where author_id = ? order by id desc limit 1', [bob.id]);
  expect(newest?.['spot']).toBe(spotAt(51.05, 3.72));
  await settled(bob, 51.05, 3.72);
});

test('posts in the same grid cell are not written again', async () => {
  const cho = await writer('Cho', 50);
  const before = await versionsOf(cho);
  await moveTo(cho, 46.951, 7.441);
  expect(await versionsOf(cho)).toBe(before);
});

test('after many changes of place the last one applies, and few jobs are queued', async () => {
  const dan = await writer('Dan', 1200);
  const id = globalId('Profile', dan.id);
  const moves = Array.from(
    { length: 30 },
    (_, i) =>
      `m${i}: updateProfile(input: { id: "${id}", locationName: "x", locationLat: ${i}.5, locationLng: 8.5 }) { profile { id } }`,
  );
  const { errors } = await as(dan).graphql(`mutation { ${moves.join(' ')} }`);
  expect(errors).toEqual([]);
  const [jobs] = await service.sql(`select count(*)::int as n from pgboss.job where name = 'move-posts'`);
  expect(jobs?.['n']).toBeLessThanOrEqual(2);
  await settled(dan, 29.5, 8.5);
});

test('without a place, posts are in no local feed', async () => {
  const eve = await writer('Eve', 700);
  const gone = await as(eve).patch(`/profile/${eve.id}/`, { location_name: '', location_lat: '', location_lng: '' });
  expect(gone.status).toBe(202);
  await until(async () => Object.keys(await placesOf(eve)).join() === 'null', 'the posts of Eve');
});
