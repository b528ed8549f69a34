/** Apps on unmodified clients: each signs in, reads, writes, listens over a restart of the service, and signs out. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { messagesOf, say, start } from '../conversations/conversation-calls.ts';
import { befriended } from '../friendships/friendship-calls.ts';
import { newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Arrivals } from '../support/live.ts';
import { restartableService } from '../support/restartable-service.ts';
import { record } from '../support/workouts.ts';
import { apolloApp } from './apollo-app.ts';
import type { App } from './app.ts';
import { generateApps } from './generate.ts';
import { socketApp } from './socket-app.ts';

const service = await restartableService();
const { url } = service;

const generated = await generateApps(url);

/** The apps, with what each of them shows while the answer to a like is awaited, and how it notices that its key is revoked. */
const clients = [
  { name: 'Apollo Client', app: apolloApp(url), likes: [true, true], refused: /^(UNAUTHENTICATED|INVALID_KEY)$/ },
  { name: 'urql', app: generated.urqlApp(url), likes: [true, true], refused: /^(UNAUTHENTICATED|INVALID_KEY)$/ },
  { name: 'Relay', app: generated.relayApp(url), likes: [true, true], refused: /^(UNAUTHENTICATED|INVALID_KEY)$/ },
  {
    name: 'graphql-codegen and graphql-sse',
    app: generated.codegenApp(url),
    likes: [true],
    refused: /^(UNAUTHENTICATED|INVALID_KEY)$/,
  },
  { name: 'gql.tada and graphql-ws', app: socketApp(url), likes: [true], refused: /^4403$/ },
].map((client) => ({ ...client, received: new Arrivals<string>() }));

const friends = new Map<App, { runner: Person; friend: Person; conversation: number }>();

beforeAll(async () => {
  for (const { app, name } of clients) {
    const runner = await newPerson({ url }, 'Ann', name);
    const friend = await newPerson({ url }, 'Bob', name);
    await befriended(runner, friend);
    for (const text of ['First', 'Second', 'Third']) await record(friend, { post_body: text });
    friends.set(app, { runner, friend, conversation: await start(friend, [runner]) });
  }
});

afterAll(async () => {
  for (const { app } of clients) await app.close();
  await generated.remove();
  await service.remove();
});

/** The people of an app. */
const peopleOf = (app: App) => friends.get(app)!;

describe.each(clients)('$name', ({ app, likes, received }) => {
  test('signs in', async () => {
    const { runner } = peopleOf(app);
    await app.signIn(runner.email, runner.password);
  });

  test('reads two pages of the feed', async () => {
    expect(await app.openFeed()).toEqual(['Third', 'Second']);
    expect(await app.readMore()).toEqual(['Third', 'Second', 'First']);
  });

  test('records a workout, likes it and comments on it', async () => {
    expect(await app.record('Morning run', 'Mine')).toEqual(['Mine', 'Third', 'Second', 'First']);
    expect(await app.like()).toEqual(likes);
    expect(await app.comment('Well done')).toBe(1);
  });

  test('receives messages, its own as well', async () => {
    const { friend, conversation } = peopleOf(app);
    await app.listen((text) => received.add(text));
    await app.send(globalId('Conversation', conversation), 'From me');
    await received.until(({ length }) => length >= 1);
    await say(friend, conversation, 'To you');
    expect(await received.until(({ length }) => length >= 2)).toEqual(['From me', 'To you']);
  });
});

test('after a restart of the service, each receives what it missed, once', async () => {
  service.process.kill('SIGTERM');
  expect(await service.process.ended).toBe(0);
  await service.start();
  for (const { app } of clients) {
    const { friend, conversation } = peopleOf(app);
    for (const text of ['Missed', 'Live']) await say(friend, conversation, text);
  }
  for (const { name, received } of clients)
    expect([name, await received.until(({ length }) => length >= 4, name)]).toEqual([
      name,
      ['From me', 'To you', 'Missed', 'Live'],
    ]);
}, 240_000);

test.each(clients)('$name signs out', async ({ app, refused, received }) => {
  const { friend, conversation } = peopleOf(app);
  expect(await app.signOut()).toMatch(refused);
  expect((await messagesOf(friend, conversation)).map(({ message }) => message)).toContain('From me');
  expect(received.all.filter((text) => text === 'Missed')).toHaveLength(1);
});
