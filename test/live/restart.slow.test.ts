/** When the service restarts, clients reconnect and resume without missing an event. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, newPerson } from '../support/cast.ts';
import { Arrivals, liveCursor, stream, TestSocket } from '../support/live.ts';
import { restartableService } from '../support/restartable-service.ts';
import { apolloClient, closeClients, listenWithApollo, listenWithGraphqlWs } from './client-libraries.ts';

const service = await restartableService();
const { url } = service;

/** `npx runners live` with these arguments; `printed` has the texts of the messages. */
function listenAs(...parameters: string[]) {
  const program = fileURLToPath(new URL('../../schema/live/listen.js', import.meta.url));
  const address = `${url.replace('http', 'ws')}/graphql`;
  const child = spawn(process.execPath, [program, ...parameters, '--url', address]);
  const printed = new Arrivals<string>();
  const said = { stderr: '', rest: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (said.rest + text).split('\n');
    said.rest = lines.pop() ?? '';
    for (const line of lines) printed.add((JSON.parse(line) as { message: { message: string } }).message.message);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, printed, said, ended };
}

const children: ReturnType<typeof listenAs>[] = [];
afterAll(async () => {
  await closeClients();
  for (const { child, ended } of children) {
    child.kill('SIGKILL');
    await ended;
  }
  await service.remove();
});

test('SIGTERM closes all connections, and clients that resume miss nothing', async () => {
  const [ann, bob] = await Promise.all([newPerson({ url }, 'Ann', 'Ready'), newPerson({ url }, 'Bob', 'Steady')]);
  const conversation = await start(ann, [bob]);
  const after = await liveCursor(as(bob));
  const key = bob.authorization.split(':')[1] ?? '';
  const program = listenAs('messages', '--key', key, '--after', after);
  children.push(program);
  const example = listenWithGraphqlWs(url, key, after);
  const apollo = listenWithApollo(apolloClient(url, key), { after }).received;
  await say(ann, conversation, 'Before');
  await Promise.all([program.printed, example, apollo].map((events) => events.until(({ length }) => length > 0)));

  const { authorization } = bob;
  const socket = await new TestSocket(url).init({ authorization });
  const query = 'subscription { messageAdded { cursor } }';
  const live = socket.operate(query);
  // A client that does not close its side holds nothing up.
  const unreading = await new TestSocket(url).init({ authorization });
  unreading.raw.pause();
  const sse = await stream(url, { Authorization: authorization }, { query });
  service.process.kill('SIGTERM');
  expect(await socket.closed).toEqual({ code: 1001, reason: 'Going away: resume with your last cursor' });
  await sse.ended;
  // `complete` would say that there is nothing more to come.
  expect(socket.messages.all.filter(({ type }) => type === 'complete')).toEqual([]);
  expect([live.results.all, sse.results.all]).toEqual([[], []]);
  expect(await service.process.ended).toBe(0);

  await service.start();
  for (const text of ['After', 'And on']) await say(ann, conversation, text);
  const clients = { 'npx runners live': program.printed, graphqlWs: example, apollo };
  for (const [name, events] of Object.entries(clients))
    expect(await events.until(({ length }) => length >= 3, `${name} (${program.said.stderr})`)).toEqual([
      'Before',
      'After',
      'And on',
    ]);
  expect(program.said.stderr).toMatch('cut off: Going away');
}, 240_000);

test('npx runners live reports errors and ends', async () => {
  const refused = listenAs('messages', '--key', 'nonsense');
  children.push(refused);
  expect([await refused.ended, refused.said.stderr]).toEqual([1, expect.stringMatching('INVALID_KEY')]);
  const unclear = listenAs('nothing', '--key', 'nonsense');
  children.push(unclear);
  expect([await unclear.ended, unclear.said.stderr]).toEqual([2, expect.stringMatching('npx runners live messages')]);
  const names = /live (\S+) --key/.exec(unclear.said.stderr)![1]!.split('|');
  const line = (await readFile('docs/live.md', 'utf8')).split('\n').find((one) => one.startsWith('npx runners live'));
  expect(
    /live (\w+) .*# or ([^;]*)/
      .exec(line ?? '')
      ?.slice(1)
      .join(', ')
      .split(', '),
  ).toEqual(names);
});
