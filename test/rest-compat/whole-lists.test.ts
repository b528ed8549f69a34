/** Lists without a limit are complete, up to the newest 1,000 items. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { start } from '../conversations/conversation-calls.ts';
import type { List, WireConversation } from '../conversations/conversation-calls.ts';
import { addPicture } from '../pictures/sending.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
let ann: Person;
let bob: Person;
/** Where the lists are, by how many they have. */
const messages = new Map<number, string>();
const comments = new Map<number, string>();
let pictures: string;
let picturePost: number;

const sizes = [0, 1, 20, 21, 30, 999, 1000, 1001, 1500, 2003] as const;

beforeAll(async () => {
  ({ ann, bob } = await cast(service));
  for (const size of sizes) {
    const { post } = await record(ann);
    comments.set(size, `/comment/?post_id=${post}`);
    await service.sql(
      `insert into comment (post_id, user_id, comment) select ?, ?, i::text from generate_series(1, ${size}) i`,
      [post, ann.id],
    );
    await service.sql('update post set comment_count = ? where id = ?', [size, post]);
    if (size === 0) continue;
    const conversation = await start(ann, [bob], '1');
    messages.set(size, `/message/?conversation=${conversation}`);
    await service.sql(
      `insert into message (conversation_id, user_id, message) select ?, ?, i::text from generate_series(2, ${size}) i`,
      [conversation, ann.id],
    );
  }
  picturePost = (await record(ann)).post;
  pictures = `/picture/?post_id=${picturePost}`;
  for (let i = 0; i < 23; i++) await addPicture(ann, picturePost);
});

async function listOf(path: string): Promise<List<{ id: number; message?: string; comment?: string }>> {
  const answer = await as(bob).get(path);
  expect(answer.status).toBe(200);
  return answer.json();
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

describe.each([
  ['messages', messages, 'message'],
  ['comments', comments, 'comment'],
] as const)('%s without a limit', (_what, paths, field) => {
  test.each(sizes.filter((size) => size > 0))('all %i, or the newest 1,000 of them, oldest first', async (size) => {
    const path = paths.get(size) ?? '';
    for (const more of ['', '&limit=', '&offset=0', '&offset=']) {
      const { meta, objects } = await listOf(`${path}${more}`);
      const offset = Math.max(0, size - 1000);
      expect(objects.map((one) => one[field])).toEqual(numbers(offset + 1, size));
      expect(meta).toMatchObject({ limit: 1000, next: null, offset, total_count: size });
      expect(Object.keys(meta).sort()).toEqual(['limit', 'next', 'offset', 'previous', 'total_count']);
      expect(meta['previous'] === null).toBe(offset === 0);
    }
  });

  test.each([1001, 1500, 2003])('older items of %i are behind `previous`, on pages of full size', async (size) => {
    let page = await listOf(paths.get(size) ?? '');
    const found = new Map(page.objects.map((one) => [one.id, one]));
    while (page.meta['previous'] !== null) {
      page = (await as(bob).sendTo('GET', String(page.meta['previous']))).json();
      expect(page.meta['limit']).toBe(1000);
      for (const one of page.objects) found.set(one.id, one);
    }
    const inOrder = [...found.values()].sort((a, b) => a.id - b.id);
    expect(inOrder.map((one) => one[field])).toEqual(numbers(1, size));
  });

  test('with a limit or an offset: pages beginning with the oldest', async () => {
    const path = paths.get(1500) ?? '';
    for (const [more, from, to, meta] of [
      ['&limit=20', 1, 20, { limit: 20, offset: 0, previous: null }],
      ['&limit=0', 1, 1000, { limit: 1000, offset: 0, previous: null }],
      ['&limit=5000&offset=700', 701, 1500, { limit: 1000, offset: 700, next: null }],
      ['&offset=1400', 1401, 1500, { limit: 1000, offset: 1400, next: null }],
      ['&offset=100', 101, 1100, { limit: 1000, offset: 100 }],
      ['&limit=2&offset=1498', 1499, 1500, { limit: 2, offset: 1498, next: null }],
    ] as const) {
      const page = await listOf(`${path}${more}`);
      expect(page.objects.map((one) => one[field])).toEqual(numbers(from, to));
      expect(page.meta).toMatchObject({ ...meta, total_count: 1500 });
    }
  });

  test('in each format, with no more statements than a page takes', async () => {
    const path = paths.get(30) ?? '';
    const expected = await listOf(path);
    for (const format of ['xml', 'yaml']) {
      const answer = await as(bob).get(`${path}&format=${format}`);
      expect(wireValue(answer)).toEqual(expected);
    }
    const [page, whole] = [
      await countStatements(service, () => as(bob).get(`${path}&limit=20`)),
      await countStatements(service, () => as(bob).get(path)),
    ];
    expect(whole.length).toBeLessThanOrEqual(page.length);
  });
});

test('no comments at all', async () => {
  const { meta, objects } = await listOf(comments.get(0) ?? '');
  expect([meta, objects]).toEqual([{ limit: 1000, next: null, offset: 0, previous: null, total_count: 0 }, []]);
});

test('without a limit all pictures are returned, with one a page', async () => {
  const { meta, objects } = await listOf(pictures);
  expect(objects).toHaveLength(23);
  expect(meta).toEqual({ limit: 1000, next: null, offset: 0, previous: null, total_count: 23 });
  expect((await listOf(`${pictures}&limit=20`)).objects).toEqual(objects.slice(0, 20));
  expect((await listOf(`${pictures}&limit=0&offset=20`)).objects).toEqual(objects.slice(20));
  expect((await listOf(`${pictures}&offset=22`)).objects).toEqual(objects.slice(22));
});

test.each([
  ['/comment/?', 'post_id'],
  ['/message/?', 'conversation'],
  ['/picture/?', 'post_id'],
])('%s names what is wrong with the page beside a missing %s', async (path, of) => {
  const refused = await as(bob).get(`${path}limit=x&offset=-1`);
  const lines = [`${of}: is required`, 'limit: must be a number', 'offset: must be a whole number, not negative'];
  expect([refused.status, refused.text.split('\n').sort()]).toEqual([400, lines.sort()]);
  expect((await as(bob).get(`${path}limit=x&${of}=999999`)).status).toBe(404);
});

test("a post's newest comment is in its list", async () => {
  const path = comments.get(999) ?? '';
  const post_id = Number(path.split('=')[1]);
  const { headers } = await as(bob).post('/comment/', { post_id, comment: 'newest' });
  expect((await listOf(path)).objects.at(-1)).toMatchObject({ comment: 'newest' });
  expect(headers.location).toContain(`/comment/${(await listOf(path)).objects.at(-1)?.id}/`);
});

test('inbox and archive have pages of 20', async () => {
  for (let i = 0; i < 22; i++) await start(ann, [bob]);
  const inbox = (await as(bob).get('/conversation/inbox/')).json<List<WireConversation>>();
  expect(inbox.objects).toHaveLength(20);
  expect(inbox.meta).toMatchObject({ limit: 20, previous: null });
  for (const { id } of inbox.objects) await as(bob).patch(`/conversation/${id}/archive/`);
  for (const { id } of (await as(bob).get('/conversation/inbox/')).json<List<WireConversation>>().objects)
    await as(bob).patch(`/conversation/${id}/archive/`);
  const archive = (await as(bob).get('/conversation/archive/')).json<List<WireConversation>>();
  expect(archive.objects).toHaveLength(20);
  expect(archive.meta).toMatchObject({ limit: 20 });
});

/** An old client: reads the list, says what it has read, and after 409 does both again. */
describe('reading a long conversation', () => {
  test.each(Object.keys(encodings) as (keyof typeof encodings)[])(
    'fetch again and retry ends, sent as %s',
    async (name) => {
      const conversation = await start(ann, [bob], '0');
      for (let i = 1; i < 30; i++) await as(ann).post('/message/', { conversation_id: conversation, message: `${i}` });
      const statuses = [];
      for (let round = 0; round < 5 && statuses.at(-1) !== 200; round++) {
        const { objects } = await listOf(`/message/?conversation=${conversation}`);
        // Somebody writes between the two, the first time.
        if (round === 0) await as(ann).post('/message/', { conversation_id: conversation, message: 'wait' });
        const { query, parcel } = encodings[name]({ last_message_id: objects.at(-1)?.id });
        statuses.push((await as(bob).send('POST', `/conversation/${conversation}/read/${query}`, parcel)).status);
      }
      expect(statuses).toEqual([409, 200]);
      const { has_unread_messages } = (await as(bob).get(`/conversation/${conversation}/`)).json();
      expect(has_unread_messages).toBe(false);
    },
  );

  test('with more messages than a list has', async () => {
    const path = messages.get(2003) ?? '';
    const last_message_id = (await listOf(path)).objects.at(-1)?.id;
    const conversation = path.split('=')[1];
    const [{ last } = { last: 0 }] = await service.sql(
      'select max(id) as last from message where conversation_id = ?',
      [conversation],
    );
    expect(last_message_id).toBe(Number(last));
  });
});
