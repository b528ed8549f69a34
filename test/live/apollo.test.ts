/** Apollo Client works with subscriptions as docs/clients.md describes it, also with its own cursors and with expired ones. */
import { afterEach, expect, test } from '@jest/globals';
import { pruneEvents } from '../../src/domain/live/pruning.ts';
import { globalId } from '../../schema/global-id.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import { liveCursor } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { apolloClient, closeClients, listenWithApollo } from './client-libraries.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const [, key = ''] = bob.authorization.split(':');
const [withAnn, withCho] = [await start(ann, [bob]), await start(cho, [bob])];

afterEach(closeClients);

test('a second subscription with the same name receives nothing before its own cursor', async () => {
  const client = apolloClient(service.url, key);
  const first = listenWithApollo(client, {
    in: globalId('Conversation', withAnn),
    after: await liveCursor(as(bob)),
  });
  await say(ann, withAnn, 'a');
  await first.received.until(({ length }) => length > 0);
  first.stop();
  for (const text of ['b1', 'b2', 'b3']) await say(cho, withCho, text);
  const second = listenWithApollo(client, { in: globalId('Conversation', withCho), after: await liveCursor(as(bob)) });
  await say(cho, withCho, 'b4');
  expect(await second.received.until(({ length }) => length > 0)).toEqual(['b4']);
  // Two of the same name side by side keep a cursor each, too.
  const third = listenWithApollo(client, { in: globalId('Conversation', withAnn), after: await liveCursor(as(bob)) });
  await say(ann, withAnn, 'c');
  expect(await third.received.until(({ length }) => length > 0)).toEqual(['c']);
  expect([first.received.all, second.received.all]).toEqual([['a'], ['b4']]);
  client.stop();
});

test('an expired cursor is reported, and a new one can be used', async () => {
  const client = apolloClient(service.url, key);
  const expired = await liveCursor(as(bob));
  const before = listenWithApollo(client, { after: expired });
  await say(ann, withAnn, 'kept for a while');
  await before.received.until(({ length }) => length > 0);
  before.stop();
  await say(ann, withAnn, 'missed');
  await liveCursor(as(bob));
  await service.sql(`update live_event set created_date = now() - interval '8 days'`);
  await pruneEvents(service.database, 7);
  const late = listenWithApollo(client, { after: expired });
  expect((await late.received.until(({ length }) => length > 0))[0]).toBe('error CURSOR_EXPIRED');
  late.stop();
  const anew = listenWithApollo(client, { after: await liveCursor(as(bob)) });
  await say(ann, withAnn, 'new');
  expect(await anew.received.until(({ length }) => length > 0)).toEqual(['new']);
  client.stop();
});
