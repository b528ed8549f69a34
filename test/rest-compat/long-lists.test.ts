/** Lists with long texts are complete over REST: what is too long for one answer is sent in parts, and paid. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { start } from '../conversations/conversation-calls.ts';
import type { List } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { pointsIn } from '../support/spend-points.ts';
import { record } from '../support/workouts.ts';

const service = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '600000' });
const letters = 10_000;
let bob: Person;
/** The list of a kind and the number of its items, which is more than an answer may load. */
let lists: Record<string, string>;
const sizes = { message: 1100, comment: 300 } as const;

const texts = (kind: 'message' | 'comment') =>
  `rpad(i::text || ' ', ${letters}, case when i % 2 = 0 then '🙂' else '<&"' || chr(39) || '> ' end) from generate_series(${kind === 'message' ? 2 : 1}, ${sizes[kind]}) i`;

beforeAll(async () => {
  const people = await cast(service);
  ({ bob } = people);
  const conversation = await start(people.ann, [bob], '1');
  const insert = 'insert into message (conversation_id, user_id, message) select ?, ?,';
  await service.sql(`${insert} ${texts('message')}`, [conversation, people.ann.id]);
  const { post } = await record(people.ann);
  await service.sql(`insert into comment (post_id, user_id, comment) select ?, ?, ${texts('comment')}`, [
    post,
    people.ann.id,
  ]);
  await service.sql('update post set comment_count = ? where id = ?', [sizes.comment, post]);
  lists = { message: `/message/?conversation=${conversation}`, comment: `/comment/?post_id=${post}` };
});

const numbersOf = (kind: string, { objects }: List<Record<string, unknown>>) =>
  objects.map((one) => Number.parseInt(String(one[kind]), 10));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe.each(['message', 'comment'] as const)('a list of each long %s', (kind) => {
  const size = sizes[kind];

  test('is complete, in order, and paid', async () => {
    const before = pointsIn(await as(bob).get('/me/'));
    const answer = await as(bob).get(lists[kind] ?? '');
    const list = answer.json<List<Record<string, unknown>>>();
    const offset = Math.max(0, size - 1000);
    expect(numbersOf(kind, list)).toEqual(numbers(offset + 1, size));
    expect(list.meta).toMatchObject({ limit: 1000, offset, next: null, total_count: size });
    const spent = before.remaining - pointsIn(await as(bob).get('/me/')).remaining;
    expect(spent).toBeGreaterThan(Buffer.byteLength(answer.text) / 1024);
  });

  test('is the same in every format', async () => {
    const path = `${lists[kind] ?? ''}&limit=200&offset=7`;
    const answers = [];
    for (const format of ['json', 'xml', 'yaml'] as const)
      answers.push(wireValue(await as(bob).get(`${path}&format=${format}`)));
    const [json] = answers as [List<Record<string, unknown>>];
    expect(numbersOf(kind, json)).toEqual(numbers(8, 207));
    for (const answer of answers) {
      const { objects } = answer as typeof json;
      expect(objects).toEqual(json.objects);
    }
  });

  test('is compressed for who asks for it, and only its headers are sent to HEAD', async () => {
    const path = `/api/v1${lists[kind] ?? ''}`;
    const headers = { Authorization: bob.authorization, 'Accept-Encoding': 'gzip' };
    const compressed = await fetch(`${service.url}${path}`, { headers });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(await compressed.text()).toBe((await as(bob).sendTo('GET', path)).text);
    expect(await as(bob).sendTo('HEAD', path)).toMatchObject({ status: 200, text: '' });
  });

  test('pages lead through all of it', async () => {
    const found: number[] = [];
    let next: unknown = `/api/v1${lists[kind] ?? ''}&limit=150`;
    while (typeof next === 'string') {
      const list: List<Record<string, unknown>> = (await as(bob).sendTo('GET', next)).json();
      found.push(...numbersOf(kind, list));
      next = list.meta['next'];
    }
    expect(found).toEqual(numbers(1, size));
  });
});
