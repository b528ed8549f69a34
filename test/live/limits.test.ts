/** The number of connections and subscriptions is limited for each user and each address. */
import { expect, test } from '@jest/globals';
import { liveLimits } from '../../schema/transport/live-limits.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { liveCursor, messageAdded, stream, TestSocket } from '../support/live.ts';
import type { Live } from '../support/live.ts';
import { testService } from '../support/service.ts';

const perAddress = 80;
const service = await testService({}, { connectionsPerAddress: perAddress });
const { ann, bob } = await cast(service);

const signedIn = (person: Person) => new TestSocket(service.url).init({ authorization: person.authorization });
const streamOf = (person: Person) =>
  stream(service.url, { Authorization: person.authorization }, { query: messageAdded });
/** A place that was given back is free a moment later. */
async function fits<Thing>(open: () => Promise<Thing>, isOpen: (thing: Thing) => boolean): Promise<Thing> {
  for (let tries = 0; ; tries++) {
    const thing = await open().catch(() => null);
    if (thing && isOpen(thing)) return thing;
    if (tries > 100) throw new Error('there is still no room');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const allClosed = (sockets: TestSocket[]) => {
  for (const { raw } of sockets) raw.close();
  return Promise.all(sockets.map(({ closed }) => closed));
};

test('subscriptions of a user, over all sockets', async () => {
  const sockets: TestSocket[] = [];
  for (let left: number = liveLimits.subscriptionsPerUser; left > 0; left -= liveLimits.operationsPerSocket) {
    const socket = await signedIn(ann);
    sockets.push(socket);
    for (let i = 0; i < Math.min(left, liveLimits.operationsPerSocket); i++) socket.operate(messageAdded);
  }
  const more = await signedIn(ann);
  sockets.push(more);
  // Some may just be beginning: the first of these may still find room.
  const lives: Live[] = [];
  for (let i = 0; i < 90 && lives.every(({ results }) => results.all.length === 0); i++) {
    lives.push(more.operate(messageAdded));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const refused = lives.find(({ results }) => results.all.length > 0);
  expect(await refused?.refused()).toBe('TOO_MANY_SUBSCRIPTIONS');
  const overStreams = await streamOf(ann);
  expect(await overStreams.refused()).toBe('TOO_MANY_SUBSCRIPTIONS');
  await overStreams.ended;
  // Others are not concerned, and what ends makes room.
  const other = await signedIn(bob);
  const conversation = await start(ann, [bob]);
  const after = await liveCursor(as(bob));
  const received = other.operate(messageAdded, { after });
  sockets.shift()?.raw.close();
  const again = await fits(
    async () => {
      const live = more.operate(messageAdded, { after });
      await say(bob, conversation, 'Room again');
      await live.results.until(({ length }) => length > 0);
      return live;
    },
    ({ events }) => events.length > 0,
  );
  expect(again.events[0]).toMatchObject({ message: { message: 'Room again' } });
  await received.first(1);
  await allClosed([...sockets, other]);
});

test('connections of a user: streams and sockets together', async () => {
  const fay = await newPerson(service, 'Fay', 'Fuller');
  const streams = await Promise.all(Array.from({ length: liveLimits.connectionsPerUser - 1 }, () => streamOf(fay)));
  const socket = await signedIn(fay);
  await expect(streamOf(fay)).rejects.toThrow(/^429: .*"RATE_LIMITED"/);
  expect((await (await signedIn(fay)).closed).code).toBe(4420);
  streams[0]?.stop();
  const one = await fits(
    () => streamOf(fay),
    () => true,
  );
  for (const live of [...streams, one]) live.stop();
  await allClosed([socket]);
});

test('connections of an address, of all users together', async () => {
  const gus = await newPerson(service, 'Gus', 'Grand');
  const sockets: TestSocket[] = [];
  // Those of the tests before are closed, or soon will be.
  while (sockets.length < perAddress)
    sockets.push(
      await fits(
        () => new TestSocket(service.url).init(),
        ({ raw }) => raw.readyState === 1,
      ),
    );
  expect((await new TestSocket(service.url).closed).code).toBe(1006);
  const response = await fetch(`${service.url}/graphql/stream`, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', Authorization: gus.authorization },
    body: JSON.stringify({ query: messageAdded }),
  });
  expect([response.status, await response.json()]).toMatchObject([
    429,
    { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
  ]);
  sockets.pop()?.raw.close();
  const live = await fits(
    () => streamOf(gus),
    () => true,
  );
  live.stop();
  await allClosed(sockets);
});
