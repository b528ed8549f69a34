/** What old services leave out, double or write in their own way comes along with a note, and old apps see it as before. */
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { globalId } from '../../../schema/global-id.ts';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { checked, manifest, person, writeBundle } from './bundle-maker.ts';
import { loaded, opened, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const key = (id: number) => `${id}`.padStart(40, 'k');
const names = { 1: 'ann', 2: 'bo old', 3: 'c:d e', 4: 'dee', 5: ' Zoë 🦊 ' };
const keys: Readonly<Record<number, string>> = {
  1: key(1),
  2: key(2),
  3: key(3),
  4: 'a:b:c'.padEnd(40, 'k'),
  5: key(5),
};
/** The bytes of a header, which are given one by one: those of UTF-8. */
const inHeader = (name: string) => Buffer.from(name).toString('latin1');
const clientOf = (id: keyof typeof names) => new Client(service.url, `ApiKey ${inHeader(names[id])}:${keys[id]}`);
const date = '2014-05-06T07:00:00Z';
const run = { user: 1, run_date: date, duration_in_seconds: 60, privacy: 'public' };
const friends = { requester: 1, user: 2, created_date: date };
const talk = { created_date: date, started_by: 1 };
const seat = (user: number, more: object = {}) => ({ user, ...more });
const records = {
  users: Object.entries(names).map(([id, username]) => ({
    ...person(Number(id)),
    username,
    api_keys: [keys[Number(id)]],
  })),
  friendships: [
    { ...friends, id: 1 },
    { ...friends, id: 2, requester: 2, user: 1, accepted_date: date },
    { ...friends, id: 3, accepted_date: date },
    { ...friends, id: 4, user: 3 },
  ],
  workouts: [
    { ...run, id: 1 },
    { ...run, id: 2, run_type: '', distance_in_meters: '42195.125' },
    { ...run, id: 3, run_type: 'Tempo', points: [{ lat: 47, lon: 8, alt: 1, t: date }] },
    { ...run, id: 4, run_type: 'Tempo', user: 2 },
  ],
  posts: [
    { id: 1, author: 1, created_date: date, workout: 1, privacy: 'public' },
    { id: 2, author: 1, created_date: date, workout: 3 },
    { id: 3, author: 1, created_date: date, workout: 4, privacy: 'public' },
  ],
  pictures: ['gif', 'webp', 'photo.webp'].map((name, i) => ({ id: i + 1, post: 1, file: `files/pictures/91.${name}` })),
  conversations: [
    { ...talk, id: 8, recipients: [seat(1), seat(2)] },
    {
      ...talk,
      id: 9,
      recipients: [seat(1), seat(2, { last_read_message: 99_999_999 }), seat(1, { placement: 'hidden' })],
    },
    { ...talk, id: 2 ** 40, recipients: [seat(1, { last_read_message: 7 }), seat(2)] },
  ],
  messages: [
    { id: 70, conversation: 9, message: 'One', created_date: date, user: 1 },
    { id: 71, conversation: 9, message: 'Two', created_date: date, user: 1 },
  ],
  events: [{ id: 1, name: 'Trees', start_date: '2014-01-01', end_date: '2014-12-31' }],
  event_participants: [{ id: 1, event: 1, user: 1, user_goal_in_miles: 0 }],
  sponsors: [
    { id: 1, participant: 1, amount_per_mile: '0.50', name: 'Lake Shoes', user: null },
    { id: 2, participant: 1, amount_per_mile: '0.25', name: 'Hill Shoes', user: null },
    { id: 3, participant: 1, amount_per_mile: '0.25', user: null },
  ],
};

interface Listed {
  conversations: {
    totalCount: number;
    nodes: { databaseId: number }[];
    pageInfo: { endCursor: string; hasNextPage: boolean };
  };
}

let said: string[] = [];
let folder = '';
beforeAll(async () => {
  folder = await writeBundle(join(root, 'bundle'), records, { says: { ...manifest, complete: true } });
  const picture = () => sharp({ create: { width: 600, height: 400, channels: 3, background: '#357' } });
  await writeFile(join(folder, 'files/pictures/91.gif'), await picture().gif().toBuffer());
  await writeFile(join(folder, 'files/pictures/91.webp'), await picture().ensureAlpha(0.5).webp().toBuffer());
  await writeFile(join(folder, 'files/pictures/91.photo.webp'), await picture().webp().toBuffer());
  const { told } = await loaded(service, folder, { isComplete: true });
  said = told.flatMap(({ what, file, id, reasons }) => reasons.map((reason) => `${what} ${file} ${id} ${reason}`));
});

test('each of it is noted or refused, and nothing else', () => {
  expect(said).toEqual([
    'refused friendships 1 user has the pair of people of line 2, where it is accepted',
    'refused friendships 3 user has the pair of people of line 2',
    'refused workouts 3 points has points with lat, lon, alt, t; expected are lat, lng, elev, time',
    'changed workouts 1 run_type is not said; the run is Endurance',
    'changed workouts 2 run_type is not said; the run is Endurance',
    'changed workouts 2 distance_in_meters has more than two decimal places; it is rounded',
    'refused posts 2 workout is 3, which is refused in workouts',
    'changed posts 3 workout is the run of somebody else; the post is stored without it',
    'changed pictures 1 file is a GIF file, of which a PNG was made',
    'changed pictures 2 file is a WebP file, of which a PNG was made',
    'changed pictures 3 file is a WebP file, of which a JPEG was made',
    'changed conversations 9 recipients[1].last_read_message is beyond the last message; it becomes 71',
    'changed conversations 9 recipients[2].user has a seat already, which counts',
    `changed conversations ${2 ** 40} recipients[0].last_read_message is beyond the last message; the conversation has no messages`,
    'changed event_participants 1 user_goal_in_miles is 0, which is no goal: it becomes null',
    'refused sponsors 3 name is required without a user',
  ]);
});

test('the check says the same without a database', async () => {
  const { result, found } = await checked(folder, undefined, {});
  const names = found.map(({ severity, file, field, sentence }) =>
    `${severity === 'fault' ? 'refused' : 'changed'} ${file.replace('.jsonl', '')} ${field} ${sentence}`.replace(
      '  ',
      ' ',
    ),
  );
  expect(names.toSorted()).toEqual(said.map((one) => one.replace(/ \d+ /, ' ')).toSorted());
  expect(result.files.get('workouts')).toEqual({ read: 4, faulty: 1, noted: 2 });
});

test('what is read back is as the rules of loading have made it', async () => {
  const { counts, differing } = await verified(service, folder);
  expect(differing).toEqual([]);
  for (const [name, { read, same, refused }] of Object.entries(counts))
    expect([name, same + refused]).toEqual([name, read]);
});

describe('old apps', () => {
  beforeAll(() => opened(service));

  test.each([1, 2, 3, 4, 5] as const)('sign in with the key of person %i, whatever the name', async (id) => {
    expect((await clientOf(id).get('/me/')).status).toBe(200);
  });

  test.each([
    ['the name of somebody else', `ApiKey ann:${keys[2]}`],
    ['a part of the name', `ApiKey bo:${keys[2]}`],
    ['a colon too many', `ApiKey bo old::${keys[2]}`],
    ['no name', `ApiKey :${keys[2]}`],
  ])('are refused with %s', async (_what, header) => {
    expect((await new Client(service.url, header).get('/me/')).status).toBe(401);
  });

  test('are friends, with whom they have a message to read in the end', async () => {
    const { data } = await clientOf(1).graphql(`{ me { friends(first: 5) { nodes { databaseId } } } }`);
    expect(data).toEqual({ me: { friends: { nodes: [{ databaseId: 2 }] } } });
    const [seats] = await service.sql(
      'select array_agg(read_up_to::int order by user_id) as read, array_agg(unread order by user_id) as unread from conversation_member where conversation_id = 9',
    );
    expect(seats).toEqual({ read: [0, 71], unread: [0, 0] });
  });

  test('see conversations without messages after all others, until somebody writes', async () => {
    const ids = async () =>
      (await clientOf(2).get('/conversation/inbox/'))
        .json<{ objects: { id: number; last_message: { message: string } | null }[] }>()
        .objects.map(({ id, last_message: last }) => [id, last && last.message]);
    expect(await ids()).toEqual([
      [9, 'Two'],
      [2 ** 40, null],
      [8, null],
    ]);
    expect((await clientOf(1).get('/conversation/8/')).json()).toMatchObject({
      last_message: null,
      recipients: [{ id: 1 }, { id: 2 }],
    });
    expect((await clientOf(1).get('/message/?conversation=8')).json()).toMatchObject({ objects: [] });
    for (const format of ['xml', 'yaml'])
      expect((await clientOf(1).get(`/conversation/8/?format=${format}`)).status).toBe(200);
    expect((await clientOf(4).get('/conversation/8/')).status).toBe(404);
    expect((await clientOf(1).post('/message/', { conversation_id: 8, message: 'At last' })).status).toBe(201);
    expect(await ids()).toEqual([
      [8, 'At last'],
      [9, 'Two'],
      [2 ** 40, null],
    ]);
  });

  test('which GraphQL lists for those who ask for them, page by page', async () => {
    const list = `query ($after: String, $withEmpty: Boolean! = true) {
      conversations(first: 1, after: $after, withEmpty: $withEmpty) {
        totalCount nodes { databaseId newestMessage { message } } pageInfo { endCursor hasNextPage }
      }
    }`;
    const found: unknown[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Listed = (await clientOf(1).graphql<Listed>(list, { after })).data!;
      const { nodes, pageInfo } = page.conversations;
      found.push(...nodes.map(({ databaseId }) => databaseId));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(found).toEqual([8, 9, 2 ** 40]);
    const { data } = await clientOf(1).graphql<Listed>(list, { withEmpty: false });
    expect(data?.conversations.totalCount).toBe(2);
    const one = `query ($id: ID!) { conversation(id: $id) { lastMessage { message } } }`;
    const { errors } = await clientOf(1).graphql(one, { id: globalId('Conversation', 2 ** 40) });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });

  test('see sponsors without an account by their names', async () => {
    const { data, errors } = await clientOf(2).graphql(
      'query ($id: ID!) { node(id: $id) { ... on EventParticipant { sponsors(first: 5) { nodes { name amountPerMile } } } } }',
      { id: globalId('EventParticipant', 1) },
    );
    expect([data, errors]).toEqual([
      {
        node: {
          sponsors: {
            nodes: [
              { name: 'Lake Shoes', amountPerMile: 0.5 },
              { name: 'Hill Shoes', amountPerMile: 0.25 },
            ],
          },
        },
      },
      [],
    ]);
  });
});
