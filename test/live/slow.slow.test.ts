/** Subscribers who do not read are disconnected, and others are not delayed. */
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { liveCursor, stream, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const messageAdded =
  'subscription ($after: String) { messageAdded(after: $after) { cursor message { databaseId message } } }';
const signIn = () => new TestSocket(service.url).init({ authorization: bob.authorization });

test('a client that does not read is disconnected with the advice to resume, while others receive everything', async () => {
  const id = await start(ann, [bob]);
  const after = await liveCursor(as(bob));
  const [slow, fast] = [await signIn(), await signIn()];
  // Each message goes to the slow socket many times: more than sockets of the system hold.
  const lives = Array.from({ length: 40 }, () => slow.operate(messageAdded, { after }));
  const live = fast.operate(messageAdded, { after });
  await say(ann, id, 'First');
  await Promise.all(lives.map((one) => one.first(1)));
  slow.raw.pause();
  const ids: number[] = [];
  for (let i = 0; i < 75; i++) ids.push(await say(ann, id, 'x'.repeat(9999)));
  const received = (await live.first(76)).map(({ message }) => (message as { databaseId: number }).databaseId);
  expect(received.slice(1)).toEqual(ids);
  // What was on its way when it was cut off comes first.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  slow.raw.resume();
  expect(await slow.closed).toEqual({ code: 4413, reason: 'Too slow: resume with your last cursor' });
  const last = lives[0]?.events ?? [];
  const resumed = (await signIn()).operate(messageAdded, { after: last.at(-1)?.cursor });
  const rest = await resumed.first(76 - last.length);
  const all = [...last, ...rest].map(({ message }) => (message as { databaseId: number }).databaseId);
  expect(all).toEqual(received);
});

/** Ten times what a field has: events so large that few of them fill the buffers of the system. */
const tenfold = (field: string) => Array.from({ length: 10 }, (_, i) => `a${i}: ${field}`).join(' ');

test('the same holds for a stream of server-sent events', async () => {
  const id = await start(ann, [bob]);
  const after = await liveCursor(as(bob));
  const query = `subscription ($after: String) { messageAdded(after: $after) { message { databaseId ${tenfold('message')} } } }`;
  const headers = { Authorization: bob.authorization, Accept: 'text/event-stream', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ query, variables: { after } });
  const response = await new Promise<IncomingMessage>((resolve) =>
    request(`${service.url}/graphql/stream`, { method: 'POST', headers }, resolve).end(body),
  );
  response.pause();
  const fast = (await signIn()).operate(messageAdded, { after });
  await service.sql(
    `insert into message (conversation_id, user_id, message) select ?, ?, repeat('x', 9999) from generate_series(1, 200)`,
    [id, ann.id],
  );
  const idOf = ({ message }: Mapping) => (message as { databaseId: number }).databaseId;
  const received = (await fast.first(200)).map(idOf);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  let text = '';
  response.setEncoding('utf8').on('data', (some: string) => (text += some));
  await new Promise((resolve) => response.on('close', resolve).on('error', resolve).resume());
  expect(text).not.toMatch('event: complete');
  // The last one may have come in part.
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
  const read = [...whole.matchAll(/"databaseId":(\d+)/g)].map(([, digits]) => Number(digits));
  expect(read.length).toBeLessThan(200);
  const last = [...whole.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '';
  const rest = await stream(
    service.url,
    { Authorization: bob.authorization, 'Last-Event-ID': last },
    JSON.parse(body) as Record<string, unknown>,
  );
  expect([...read, ...(await rest.first(200 - read.length)).map(idOf)]).toEqual(received);
  rest.stop();
});

test('waiting events of a slow reader are not shown when they became invisible in the meantime', async () => {
  const after = await liveCursor(as(bob));
  const slow = await signIn();
  await service.sql(
    `insert into post (author_id, body, privacy) select ?, repeat('x', 10000), 'friends' from generate_series(1, 200)`,
    [ann.id],
  );
  const posts = `subscription ($after: String) { feedPostAdded(after: $after) { post { privacy ${tenfold('body')} } } }`;
  const live = slow.operate(posts, { after });
  await live.first(1);
  slow.raw.pause();
  await new Promise((resolve) => setTimeout(resolve, 5000));
  await service.sql(`update post set privacy = 'private' where author_id = ?`, [ann.id]);
  await service.sql(`insert into post (author_id, body, privacy) values (?, 'open', 'public')`, [ann.id]);
  slow.raw.resume();
  await live.results.until(() => live.events.some(({ post }) => (post as { privacy: string }).privacy === 'PUBLIC'));
  // What had left the service was visible by then.
  expect(live.events.length).toBeLessThan(200);
  slow.raw.close();
});
