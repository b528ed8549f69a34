/** A condition on the root field of a subscription is an error of that operation alone (decisions P24). */
import { expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { over } from '../support/transports.ts';

const service = await testService();
const { ann, bob } = await cast(service);

const documents = [
  'subscription { messageAdded @skip(if: true) { cursor } }',
  'subscription { messageAdded @include(if: false) { cursor } }',
  'subscription { messageAdded @skip(if: false) { cursor } }',
  'subscription { ... @skip(if: true) { messageAdded { cursor } } }',
  'subscription { ...F @include(if: false) } fragment F on Subscription { messageAdded { cursor } }',
  'subscription { ...F } fragment F on Subscription { messageAdded @skip(if: true) { cursor } }',
  'subscription ($b: Boolean!) { messageAdded @skip(if: $b) { cursor } }',
];

test.each(documents)('%s is refused over each transport of subscriptions', async (query) => {
  for (const way of ['socket', 'stream POST', 'stream GET']) {
    const { code, message } = await over(way, ann, { query, variables: { b: false } });
    expect([way, code, message]).toEqual([way, 'GRAPHQL_VALIDATION_FAILED', expect.any(String)]);
    expect(message).toMatch(/^The root field of a subscription cannot have the directive @(skip|include)\.$/);
  }
});

test('the other subscriptions of the socket go on', async () => {
  const socket = await new TestSocket(service.url).init({ authorization: ann.authorization });
  const send = (id: string, query: string) =>
    socket.raw.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables: { b: true } } }));
  send('good', 'subscription { messageAdded { message { message } } }');
  for (const [at, query] of documents.entries()) send(`bad${at}`, query);
  await socket.messages.until((all) => all.filter(({ type }) => type === 'error').length === documents.length);
  await as(bob).post('/conversation/', { message: 'Still there?', recipients: [ann.id] });
  const messages = await socket.messages.until((all) => all.some(({ id, type }) => id === 'good' && type === 'next'));
  expect(JSON.stringify(messages.at(-1))).toContain('Still there?');
  socket.raw.close();
});
