/** The local feed contains nearby posts in the right order, also after the user has moved. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { gridSpot } from '../../src/domain/rules/grid.ts';
import { as, newPerson } from '../support/cast.ts';
import { feedIds, feedPage, follow } from '../support/feeds.ts';
import type { Page } from '../support/feeds.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { holds } from '@runners/testing';

const service = await testService();
const reader = await newPerson(service, 'Rita', 'Reader');
const radius = 321_900;
const earth = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

type Place = readonly [latitude: number, longitude: number];

/** A runner somewhere who has written some public posts. */
interface Runner {
  place: Place;
  posts: number;
}

function metersBetween([y, x]: Place, [otherY, otherX]: Place): number {
  const across = Math.sin(radians(otherY - y) / 2) ** 2;
  const along = Math.sin(radians(otherX - x) / 2) ** 2;
  return (
    2 * earth * Math.asin(Math.sqrt(Math.min(1, across + Math.cos(radians(y)) * Math.cos(radians(otherY)) * along)))
  );
}

/** The place so many meters from another, towards an angle. */
function from([latitude, longitude]: Place, meters: number, angle: number): Place {
  const [y, d] = [radians(latitude), meters / earth];
  const sine = Math.sin(y) * Math.cos(d) + Math.cos(y) * Math.sin(d) * Math.cos(angle);
  const turn = Math.atan2(Math.sin(angle) * Math.sin(d) * Math.cos(y), Math.cos(d) - Math.sin(y) * sine);
  const rounded = (angleDegrees: number) => Math.round(angleDegrees * 1e9) / 1e9;
  return [
    rounded(degrees(Math.asin(Math.max(-1, Math.min(1, sine))))),
    rounded(((longitude + degrees(turn) + 540) % 360) - 180),
  ];
}

const moveTo = (place: Place) =>
  as(reader).patch(`/profile/${reader.id}/`, { location_name: 'x', location_lat: place[0], location_lng: place[1] });

let serial = 0;

/** Replaces all posts by those of some runners, written in turns; answers which of them the reader's feed should have. */
async function settle(at: Place, runners: readonly Runner[]): Promise<number[]> {
  expect((await moveTo(at)).status).toBeLessThan(300);
  await service.sql('delete from post');
  const places = JSON.stringify(runners.map(({ place, posts }, n) => ({ n, y: place[0], x: place[1], posts })));
  const prefix = `local-${serial++}-`;
  const rows = `json_to_recordset(?::json) r(n int, y float8, x float8, posts int)`;
  await service.sql(
    `with r as (select * from ${rows}), u as (
       insert into users (username, email, first_name, last_name, search_name)
       select ? || n, ? || n || '@example.org', 'Run', 'Ner', 'run ner' from r returning id, username)
     insert into profile (id, location_lat, location_lng) select u.id, r.y, r.x from r join u on u.username = ? || r.n`,
    [places, prefix, prefix, prefix],
  );
  const written = await service.sql(
    `insert into post (author_id, body, privacy, spot)
     select u.id, 'x', 'public', ${gridSpot('r.y', 'r.x')} from ${rows} join users u on u.username = ? || r.n
     cross join lateral generate_series(1, r.posts) k order by k, r.n returning id, author_id as "authorId"`,
    [places, prefix],
  );
  const located = await service.sql(
    `select u.id, f.location_lat as y, f.location_lng as x from users u join profile f on f.id = u.id where u.username like ?`,
    [`${prefix}%`],
  );
  const near = new Set(
    located.filter(({ y, x }) => metersBetween(at, [Number(y), Number(x)]) <= radius).map(({ id }) => String(id)),
  );
  return written
    .filter(({ authorId }) => near.has(String(authorId)))
    .map(({ id }) => Number(id))
    .toSorted((a, b) => b - a);
}

/** Every post by `older` links, then back by `newer` ones. */
async function walk(limit: number): Promise<[down: number[], up: number[]]> {
  const [down, up]: number[][] = [[], []];
  let last: Page | null = null;
  for (let page: Page | null = await feedPage(reader, `type=local&limit=${limit}`); page;) {
    down?.push(...page.objects.map(({ id }) => id));
    last = page;
    page = page.meta.older === null ? null : await follow(reader, page.meta.older);
  }
  for (let page = last; page; page = page.meta.newer === null ? null : await follow(reader, page.meta.newer))
    up?.unshift(...page.objects.map(({ id }) => id));
  return [down ?? [], up ?? []];
}

/** Many posts of one point, as of all who name the same town. */
const town = (place: Place, posts = 40): Runner => ({ place, posts });
const scenes: [name: string, at: Place, runners: Runner[]][] = [
  [
    'a town just outside, a few people within',
    [47.3, 8.5],
    [
      town(from([47.3, 8.5], radius + 30, 1)),
      { place: from([47.3, 8.5], radius - 30, 1), posts: 5 },
      { place: [47, 8], posts: 1 },
    ],
  ],
  [
    'a town just within',
    [47.3, 8.5],
    [town(from([47.3, 8.5], radius - 30, 2)), town(from([47.3, 8.5], radius + 30, 2))],
  ],
  [
    'towns around, nobody near',
    [0, 0],
    Array.from({ length: 12 }, (_, n) => town(from([0, 0], radius + (n % 2 ? 9 : -9), n), 12)),
  ],
  [
    'the edges of cells',
    [47, 8],
    [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => ({ place: [47 + y, 8 + x] as const, posts: 2 }))),
  ],
  [
    'the edges of spots',
    [51.5, -0.1],
    [0.1, 0.2, 0.3, 0.6, 0.7, 0.8].map((tenth) => ({ place: [51 + tenth, -tenth] as const, posts: 3 })),
  ],
  [
    'the date line',
    [-17, 180],
    [179.99, 180, -180, -179.99, 177, -177, 176.9, -176.9].map((x) => ({ place: [-17, x] as const, posts: 5 })),
  ],
  [
    'a pole',
    [89, 10],
    [90, 89.5, 88, 87.2, 87.1, 86.1].flatMap((y) => [10, -170, 180].map((x) => ({ place: [y, x] as const, posts: 3 }))),
  ],
  [
    'the other pole',
    [-90, 0],
    [-90, -87.11, -87.1, -87].flatMap((y) => [0, 120.05].map((x) => ({ place: [y, x] as const, posts: 6 }))),
  ],
];

describe('the local feed', () => {
  test.each(scenes)('is exact and complete with %s', async (_name, at, runners) => {
    const expected = await settle(at, runners);
    for (const limit of [1, 4, 100]) {
      if (limit === 1 && expected.length > 30) continue;
      expect(await walk(limit)).toEqual([expected, expected]);
    }
  });

  const anywhere = fc.tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  );
  const angle = fc.double({ min: 0, max: 6.28, noNaN: true });
  const around = fc.oneof(
    fc.integer({ min: 1, max: 12_000 }).chain((off) => fc.constantFrom(radius + off, radius - off)),
    fc.integer({ min: 1, max: 80_000 }).chain((off) => fc.constantFrom(radius + off, radius - off)),
    fc.integer({ min: 0, max: radius - 1 }),
  );
  const runner = fc.record({ meters: around, angle, round: fc.boolean(), posts: fc.integer({ min: 0, max: 12 }) });

  test('equals the result of a plain computation at any place', async () => {
    await holds(
      fc.asyncProperty(anywhere, fc.array(runner, { minLength: 5, maxLength: 30 }), async (at, drawn) => {
        const runners = drawn.map(({ meters, angle: towards, round, posts }) => {
          const place = from(at, meters, towards);
          return { place: round ? ([Math.round(place[0] * 10) / 10, Math.round(place[1])] as const) : place, posts };
        });
        const expected = await settle(at, runners);
        expect(await walk(7)).toEqual([expected, expected]);
      }),
      12,
    );
  });

  test('follows users who move, with old posts and those written in the meantime', async () => {
    await settle([10, 20], []);
    const mover = await newPerson(service, 'Max', 'Mover');
    const go = (location_lat: number) =>
      as(mover).patch(`/profile/${mover.id}/`, { location_name: 'x', location_lat, location_lng: 20 });
    await go(10);
    const posts = [(await record(mover)).post];
    for (const [latitude, seen] of [
      [-60, false],
      [12.88, true],
      [12.9, false],
      [10.05, true],
    ] as const) {
      const [, written] = await Promise.all([go(latitude), record(mover)]);
      posts.unshift(written.post);
      expect(await feedIds(reader, 'type=local')).toEqual(seen ? posts : []);
    }
    await as(mover).patch(`/profile/${mover.id}/`, { location_lat: null, location_lng: null });
    expect(await feedIds(reader, 'type=local')).toEqual([]);
  });

  test('accepts places very close to the equator and the meridian', async () => {
    await settle([5e-324, -1e-200], []);
    const neighbour = await newPerson(service, 'Nia', 'Next');
    const place = { location_name: 'x', location_lat: -5e-324, location_lng: 1e-12 };
    expect((await as(neighbour).patch(`/profile/${neighbour.id}/`, place)).status).toBeLessThan(300);
    const { post } = await record(neighbour);
    expect(await feedIds(reader, 'type=local')).toEqual([post]);
  });

  test('leaves out users separated by a block, and posts that are not public', async () => {
    const [expectedFirst] = [await settle([10, 20], [town([10, 20], 3), town([10, 20.1], 3)])];
    const [author] = await service.sql('select author_id as id from post where id = ?', [expectedFirst[0]]);
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [Number(author?.['id']), reader.id]);
    const others = await service.sql('select id from post where author_id <> ? order by id desc', [
      Number(author?.['id']),
    ]);
    expect(await feedIds(reader, 'type=local')).toEqual(others.map(({ id }) => Number(id)));
    await service.sql("update post set privacy = 'friends'");
    expect(await feedIds(reader, 'type=local')).toEqual([]);
  });
});
