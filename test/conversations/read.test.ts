/**
 * A conversation can be marked as read, which updates the number of unread messages.
 * Rows: `POST /conversation/[ID]/read/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { setBlock } from '../friendships/friendship-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { testService } from '../support/service.ts';
import { conversationOf, messagesOf, say, start, unread } from './conversation-calls.ts';

const service = await testService();
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ ann, bob } = await cast(service));
});

describe('POST /conversation/[ID]/read/', () => {
  test.each(encodingNames)('accepts %s', async (name) => {
    const dora = await newPerson(service, `Dora-${name}`, 'Reads');
    const id = await start(ann, [dora]);
    const last_message_id = await say(ann, id, 'again');
    expect(await unread(dora)).toBe(2);
    const { query, parcel } = encodings[name]({ last_message_id });
    expect(await as(dora).send('POST', `/conversation/${id}/read/${query}`, parcel)).toMatchObject({
      status: 200,
      text: '',
    });
    expect(await unread(dora)).toBe(0);
    expect((await conversationOf(dora, id)).has_unread_messages).toBe(false);
  });

  test('answers 409 while there are newer messages of any sender, and marks nothing', async () => {
    const dora = await newPerson(service, 'Dora', 'Newer');
    const id = await start(ann, [dora]);
    const first = (await conversationOf(dora, id)).last_message.id;
    await say(ann, id, 'second');
    const answer = await as(dora).post(`/conversation/${id}/read/`, { last_message_id: first });
    expect(answer.status).toBe(409);
    expect(await unread(dora)).toBe(2);
    const own = await say(dora, id, 'mine');
    expect(await unread(dora)).toBe(2);
    expect((await as(dora).post(`/conversation/${id}/read/`, { last_message_id: first })).status).toBe(409);
    expect((await as(dora).post(`/conversation/${id}/read/`, { last_message_id: String(own) })).status).toBe(200);
    expect((await as(dora).post(`/conversation/${id}/read/`, { last_message_id: own })).status).toBe(200);
    expect(await unread(dora)).toBe(0);
  });

  test('messages that come at the same moment stay unread, or are 409', async () => {
    const dora = await newPerson(service, 'Dora', 'Meanwhile');
    const id = await start(ann, [dora]);
    for (let round = 0; round < 25; round++) {
      const last_message_id = (await conversationOf(dora, id)).last_message.id;
      const before = await unread(dora);
      const [answer] = await Promise.all([
        as(dora).post(`/conversation/${id}/read/`, { last_message_id }),
        ...['one', 'two', 'three'].map((text) => say(ann, id, text)),
      ]);
      expect([answer.status, await unread(dora)]).toEqual(answer.status === 200 ? [200, 3] : [409, before + 3]);
    }
  });

  test('is the only request that marks messages as read', async () => {
    const dora = await newPerson(service, 'Dora', 'Fetches');
    const id = await start(ann, [dora]);
    await messagesOf(dora, id);
    expect((await conversationOf(dora, id)).has_unread_messages).toBe(true);
  });

  test('refuses a message of another conversation, or an unknown one, with 400', async () => {
    const id = await start(ann, [bob]);
    const other = (await conversationOf(bob, await start(ann, [bob]))).last_message.id;
    const text = 'last_message_id: must be the id of a message of this conversation';
    for (const [body, why] of [
      [{ last_message_id: other }, text],
      [{ last_message_id: 2 ** 50 }, text],
      [{ last_message_id: 'x' }, 'last_message_id: must be a number'],
      [{}, 'last_message_id: is required'],
      [undefined, 'last_message_id: is required'],
    ] as const)
      expect(await as(bob).post(`/conversation/${id}/read/`, body)).toMatchObject({ status: 400, text: why });
    expect((await conversationOf(bob, id)).has_unread_messages).toBe(true);
  });

  test('does not accept GET', async () => {
    const id = await start(ann, [bob]);
    expect((await as(bob).get(`/conversation/${id}/read/`)).status).toBe(405);
  });
});

describe('unread messages', () => {
  test("are counted in inbox and archive without one's own, and not in hidden conversations", async () => {
    const dora = await newPerson(service, 'Dora', 'Unread');
    const [one, two, three] = [await start(ann, [dora]), await start(bob, [dora]), await start(dora, [ann])];
    await say(ann, one, 'x');
    await say(dora, three, 'own');
    expect(await unread(dora)).toBe(3);
    await as(dora).patch(`/conversation/${one}/archive/`);
    expect(await unread(dora)).toBe(3);
    await as(dora).patch(`/conversation/${two}/hide/`);
    expect(await unread(dora)).toBe(2);
    await say(bob, two, 'back');
    expect(await unread(dora)).toBe(4);
    expect((await as(ann).get(`/user/${dora.id}/`)).json()['unread_messages']).toBe(0);
  });
});

test('messages that are sent while their author is being blocked count exactly when they are delivered', async () => {
  const una = await newPerson(service, 'Una', 'Meanwhile');
  const vera = await newPerson(service, 'Vera', 'Meanwhile');
  const id = await start(vera, [una, ann]);
  for (let round = 0; round < 12; round++) {
    const before = { unread: await unread(una), messages: (await messagesOf(una, id)).length };
    await Promise.all([setBlock(una, vera), say(vera, id, 'one'), say(vera, id, 'two')]);
    const messages = (await messagesOf(una, id)).length;
    expect(await unread(una)).toBe(before.unread + messages - before.messages);
    await setBlock(una, vera, 'unblockUser');
  }
});
