/**
 * What a bundle has brought is read back and compared, record by record: it finds what is missing and what differs, and tells it from what
 * was changed here since.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { packTrack, unpackTrack } from '@runners/recordings';
import { openTakenOver } from '../../../src/domain/taking-over/preparing.ts';
import { reportPage } from '../verify/report-page.ts';
import { exampleRecords, manifest, person, writeBundle } from './bundle-maker.ts';
import { loaded, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const point = (i: number) => [47 + i / 1e4, 8, 400, `2014-05-06T06:3${i}:00Z`];
const { users, friendships, workouts, posts, comments, ...others } = exampleRecords();
const plain = users.map(({ image: _image, ...user }) => user);
const run = { ...workouts[0], points: [0, 1, 2, 3, 4].map(point), gpx: null };
const bundle = await writeBundle(
  join(root, 'bundle'),
  {
    users: [...plain, person(77)],
    friendships,
    workouts: [run],
    posts,
    comments,
    conversations: others.conversations,
    messages: others.messages,
    routes: [{ ...others.routes[0], created_date: null }],
    stats: [{ user: 12, total_distance_in_meters: 1 }],
  },
  { says: manifest },
);

beforeAll(async () => void (await loaded(service, bundle)));

const pageOf = ({ counts, differing }: Awaited<ReturnType<typeof verified>>) =>
  reportPage(new Map(Object.entries(counts)) as never, differing, 'today');

test('everything is the same after loading, but old totals that the old service counted otherwise', async () => {
  const { counts, differing } = await verified(service, bundle);
  expect(differing).toEqual([
    { file: 'stats', line: 1, id: 12, differences: [{ field: 'total_distance_in_meters', expected: 1, found: 5045 }] },
  ]);
  for (const [name, { read, same }] of Object.entries(counts))
    if (name !== 'stats') expect([name, same]).toEqual([name, read]);
  expect(counts['workouts']?.sums).toMatchObject({
    distance_in_meters: { bundle: 5045, here: 5045 },
    duration_in_seconds: { bundle: 1500, here: 1500 },
  });
  expect(counts['posts']?.sums).toEqual({ likers: { bundle: 1, here: 1 } });
  // A bar for each of both totals.
  const [bars = ''] = /<svg.*?<\/svg>/.exec(pageOf({ counts, differing })) ?? [];
  expect(bars.match(/<rect/g)).toHaveLength(2);
});

test('what was filled with the moment of an earlier bundle is the same in a later one', async () => {
  const { counts } = await verified(service, bundle, [], '2027-01-01T00:00:00Z');
  expect(counts['routes']).toMatchObject({ read: 1, same: 1 });
});

test('both lines of a run are drawn where they differ', async () => {
  const [{ packed } = {}] = await service.sql("select encode(points, 'base64') as packed from workout_track");
  const track = unpackTrack(Buffer.from(String(packed), 'base64'));
  track.latitudeE7[2]! += 5000;
  await service.sql("update workout_track set points = decode(?, 'base64')", [
    Buffer.from(packTrack(track)).toString('base64'),
  ]);
  const result = await verified(service, bundle);
  const [lines = ''] = /<svg[^>]*><polyline.*?<\/svg>/.exec(pageOf(result)) ?? [];
  const [one, other] = [...lines.matchAll(/points="([^"]*)"/g)].map(([, points]) => points);
  expect(one?.split(' ')).toHaveLength(5);
  expect(other?.split(' ')).toHaveLength(5);
  expect(one).not.toBe(other);
  await service.sql("update workout_track set points = decode(?, 'base64')", [String(packed).replaceAll('\n', '')]);
});

describe('what was lost', () => {
  test.each([
    ['the points of a run', 'delete from workout_track', 'workouts', 'points'],
    ['the line of a run', "update workout set polyline = 'x'", 'workouts', 'polyline'],
    ['the date of a post', 'update post set created_date = now()', 'posts', 'created_date'],
    ['a list of friends', 'delete from friend_edge', 'friendships', 'edges'],
    ['a key', 'delete from api_key', 'users', 'keys'],
  ])('%s is found', async (_what, sql, file, field) => {
    await service.sql(sql);
    const { differing } = await verified(service, bundle);
    const found = differing
      .filter((one) => one.file === file)
      .flatMap(({ differences }) => differences.map((one) => one.field));
    expect(found).toContain(field);
  });

  test('a whole record is missing', async () => {
    await service.sql("delete from taken_record where kind = 'users' and id = 77");
    await service.sql('delete from users where id = 77');
    const { counts, differing } = await verified(service, bundle);
    expect(counts['users']?.missing).toBe(1);
    expect(pageOf({ counts, differing })).toContain('id 77: it is not here');
  });

  test('a message that was deleted is missing', async () => {
    await service.sql('delete from message');
    expect((await verified(service, bundle)).counts['messages']).toMatchObject({ missing: 1, kept: 0 });
    await service.sql("delete from taken_record where kind = 'messages'");
    await loaded(service, bundle);
  });

  test('what was changed here since it was opened is kept, and no difference', async () => {
    await openTakenOver(service.database);
    await service.sql("update message set message = 'changed here'");
    const { counts } = await verified(service, bundle);
    expect(counts['messages']).toMatchObject({ kept: 1, differing: 0, missing: 0 });
  });
});
