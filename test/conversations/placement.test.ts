/**
 * Conversations can be moved between inbox and archive and be hidden over REST.
 * Rows: `GET /conversation/inbox/`, `GET /conversation/archive/`, `PATCH /conversation/[id]/archive/`,
 * `PATCH /conversation/[id]/hide/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { conversationOf, idsIn, say, start } from './conversation-calls.ts';
import type { List, WireConversation } from './conversation-calls.ts';

const service = await testService();
let ann: Person;
let bob: Person;
let cho: Person;

beforeAll(async () => {
  ({ ann, bob, cho } = await cast(service));
});

describe.each([
  ['GET /conversation/inbox/', 'inbox'],
  ['GET /conversation/archive/', 'archive'],
] as const)('%s', (_label, place) => {
  test('is paged by last activity', async () => {
    const dora = await newPerson(service, 'Dora', `Pages-${place}`);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await start(ann, [dora], `${i}`));
    await say(dora, ids[1] ?? 0, 'up');
    const order = [ids[1], ids[4], ids[3], ids[2], ids[0]];
    if (place === 'archive') for (const id of ids) await as(dora).patch(`/conversation/${id}/archive/`);
    expect(await idsIn(dora, place)).toEqual(order);
    const page = (await as(dora).get(`/conversation/${place}/?limit=2&offset=2`)).json<List<WireConversation>>();
    expect(page.objects.map(({ id }) => id)).toEqual(order.slice(2, 4));
    expect(page.meta).toEqual({
      limit: 2,
      offset: 2,
      total_count: 5,
      next: `/api/v1/conversation/${place}/?limit=2&offset=4`,
      previous: `/api/v1/conversation/${place}/?limit=2&offset=0`,
    });
    for (const format of ['xml', 'yaml']) {
      const other = await as(dora).get(`/conversation/${place}/?limit=2&offset=2&format=${format}`);
      expect((wireValue(other) as List<WireConversation>).objects).toEqual(page.objects);
    }
    expect((await as(dora).get(`/conversation/${place}/?limit=-1`)).status).toBe(400);
  });

  test('takes one statement for every page size', async () => {
    const dora = await newPerson(service, 'Dora', `Counts-${place}`);
    for (let i = 0; i < 12; i++) {
      const id = await start(ann, [dora, bob, cho]);
      if (place === 'archive') await as(dora).patch(`/conversation/${id}/archive/`);
    }
    const few = await countStatements(service, () => as(dora).get(`/conversation/${place}/?limit=1`));
    const many = await countStatements(service, () => as(dora).get(`/conversation/${place}/?limit=10`));
    expect(many).toEqual(few);
    expect(many).toEqual(['all_conversations_of_user']);
  });
});

describe.each([
  ['PATCH /conversation/[id]/archive/', 'archive'],
  ['PATCH /conversation/[id]/hide/', 'hide'],
] as const)('%s', (_label, move) => {
  test('accepts PATCH only, overridden or real', async () => {
    const id = await start(ann, [bob]);
    const answer = await as(bob).post(`/conversation/${id}/${move}/`, {});
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toContain('PATCH');
    const json = { headers: { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'patch' } };
    expect((await as(bob).send('POST', `/conversation/${id}/${move}/`, json)).status).toBe(204);
    expect(await as(bob).send('PATCH', `/conversation/${id}/${move}/`)).toMatchObject({ status: 204, text: '' });
    expect(await as(bob).patch(`/conversation/${id}/${move}/`, {})).toMatchObject({ status: 204, text: '' });
    const value = await conversationOf(bob, id);
    expect(value).toMatchObject({ archived: move === 'archive', hidden: move === 'hide' });
  });
});

test('moving affects only the current user; a new message returns hidden conversations, but not archived ones', async () => {
  const [dora, eli, fay] = [
    await newPerson(service, 'Dora', 'Moves'),
    await newPerson(service, 'Eli', 'Moves'),
    await newPerson(service, 'Fay', 'Moves'),
  ];
  const id = await start(ann, [dora, eli, fay]);
  expect(await as(dora).patch(`/conversation/${id}/archive/`)).toMatchObject({ status: 204, text: '' });
  expect(await as(eli).send('PATCH', `/conversation/${id}/hide/`)).toMatchObject({ status: 204, text: '' });
  expect((await as(eli).patch(`/conversation/${id}/hide/`, {})).status).toBe(204);
  expect([await idsIn(dora, 'inbox'), await idsIn(dora, 'archive')]).toEqual([[], [id]]);
  expect([await idsIn(eli, 'inbox'), await idsIn(eli, 'archive')]).toEqual([[], []]);
  expect([await idsIn(fay, 'inbox'), await idsIn(fay, 'archive')]).toEqual([[id], []]);
  expect(await conversationOf(dora, id)).toMatchObject({ archived: true, hidden: false });
  expect(await conversationOf(eli, id)).toMatchObject({ archived: false, hidden: true });
  // Archiving what is hidden does not bring it back.
  expect((await as(eli).patch(`/conversation/${id}/archive/`)).status).toBe(204);
  expect(await idsIn(eli, 'archive')).toEqual([]);
  await say(fay, id, 'news');
  expect([await idsIn(dora, 'inbox'), await idsIn(dora, 'archive')]).toEqual([[], [id]]);
  expect(await idsIn(eli, 'inbox')).toEqual([id]);
  // From the archive it can be hidden.
  await as(dora).patch(`/conversation/${id}/hide/`);
  expect([await idsIn(dora, 'inbox'), await idsIn(dora, 'archive')]).toEqual([[], []]);
});
