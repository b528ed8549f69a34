/**
 * The example that works offline, started with the line of its README, against the service with its demo data: it reads
 * everything once, takes what is done while the service is away, sends it once when the service is back, catches up, and follows.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { messagesOf, say, start } from '../conversations/conversation-calls.ts';
import { freePort } from '../support/free-port.ts';
import { as } from '../support/cast.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { printedValue, startReady } from '../support/started-process.ts';
import { demoPerson, readmeLines, runLine } from './stage.ts';
import type { Command } from './stage.ts';

const [folder, removeFolder] = await demoFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const startService = () => startReady(folder, { PORT: String(port) });
let service = await startService();
const password = printedValue(service.stdout(), 'Password');
const key = printedValue(service.stdout(), 'Key');
const robin = await demoPerson(url, 'demo', password);
const hanna = await demoPerson(url, 'hanna', password);

const file = join(folder, 'offline.json');
const line = (await readmeLines()).find((one) => one.includes('example:offline')) ?? '';
const commands: Command[] = [];
/** Runs the example with further arguments. */
const run = (more = '') => {
  const command = runLine(`${line.replace('<key>', key)} --file=${file} ${more}`, { SERVICE_URL: url });
  commands.push(command);
  return command;
};
const printedBy = async (more = '') => {
  const command = run(more);
  expect([await command.ended, command.printed()]).toEqual([0, expect.anything()]);
  return command.printed();
};

afterAll(async () => {
  await Promise.all(commands.map((command) => command.stop()));
  service.kill('SIGKILL');
  await service.ended;
  await removeFolder();
});

test('works while the service is away, and catches up', async () => {
  const talk = await start(hanna, [robin], 'How far today?');
  const conversation = globalId('Conversation', talk);
  const first = await printedBy();
  expect(first).toMatch(/^Everything was read\.$/m);
  expect(first).toMatch(/Hanna: How far today\? · 1 unread$/m);
  expect(await printedBy()).toMatch(/^0 objects have changed\.$/m);

  service.kill('SIGKILL');
  await service.ended;
  const offline = await printedBy(`say ${conversation} Ten miles`);
  expect(offline).toMatch(/^The service does not answer/m);
  expect(offline).toMatch(/Hanna: How far today\?/);
  expect(offline).toMatch(new RegExp(`^Waits for the service: “Ten miles” to ${conversation}$`, 'm'));

  service = await startService();
  // What waits was sent before, and its answer was lost.
  const { outbox } = JSON.parse(await readFile(file, 'utf8')) as { outbox: { key: string }[] };
  const input = { conversationId: conversation, message: 'Ten miles' };
  const query =
    'mutation SendMessage($input: SendMessageInput!) {\n  sendMessage(input: $input) {\n    message {\n      id\n    }\n  }\n}';
  await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/graphql-response+json',
      'Content-Type': 'application/json',
      'Idempotency-Key': outbox[0]?.key ?? '',
    },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const follower = run('--follow');
  await follower.prints(/^Following\.$/m);
  expect(follower.printed()).toMatch(/^1 objects have changed\.$/m);
  expect(follower.printed()).not.toMatch(/Waits for the service|Refused/);
  expect((await messagesOf(robin, talk)).map(({ message }) => message)).toEqual(['How far today?', 'Ten miles']);

  await say(hanna, talk, 'So far!');
  // The message and its notification, which may come together.
  await follower.prints(/Following\.\n[12] objects have changed\./);
  await follower.stop();
  expect(await printedBy()).toMatch(/Hanna: So far! · 2 unread$/m);
  // The friendship ends, and so does what is held of the friend.
  const held = async () => {
    const { copy } = JSON.parse(await readFile(file, 'utf8')) as {
      copy: { posts: Record<string, { author: { firstName: string } }> };
    };
    return Object.values(copy.posts).map(({ author }) => author.firstName);
  };
  expect(await held()).toContain('Hanna');
  const { objects } = (await as(robin).get(`/friendship/?limit=0`)).json<{
    objects: { id: number; requester: string; requested: string }[];
  }>();
  const tie = objects.find((one) => JSON.stringify(one).includes(`/user/${hanna.id}/`));
  await as(robin).delete(`/friendship/${tie?.id}/`);
  await printedBy();
  expect(await held()).not.toContain('Hanna');
});

test('says in a sentence that its key is wrong', async () => {
  const command = runLine(`${line.replace('<key>', 'bogus')} --file=${join(folder, 'other.json')}`, {
    SERVICE_URL: url,
  });
  commands.push(command);
  expect(await command.ended).toBe(1);
  expect(command.printed()).toMatch(/^The service refused: .*key/m);
  expect(command.printed()).not.toMatch(/^\s+at /m);
});
