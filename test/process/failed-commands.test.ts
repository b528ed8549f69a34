/** A command that fails by its words, a file, a server or the data folder says so in a sentence, without a stack. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { refusedCommand } from '../support/refused-command.ts';
import { newFolder } from '../support/started-process.ts';

const [folder, remove] = await newFolder();
afterAll(remove);
const [data, backup] = [join(folder, 'data'), join(folder, 'backup')];

const refused = (words: string, environment: Record<string, string> = {}) =>
  refusedCommand(words, { DATA_DIR: data, ...environment });

test.each([
  ['rebuild --nothing', /^There is no option --nothing\.\nusage: /],
  [`retire Workout.source --ledger ${folder}/none`, /none: cannot be opened \(ENOENT\)\n$/],
  ['retire Workout.source --service http://127.0.0.1:2 --key k', /^A server cannot be reached: .+\n$/],
])('%s', async (words, sentence) => {
  expect(await refused(words)).toMatch(sentence);
});

test('a key is only blamed for what is refused to it', async () => {
  let status = 500;
  const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = `retire Workout.source --service ${url} --key k`;
  expect(await refused(words)).toBe(`${url} answered 500\n`);
  status = 403;
  expect(await refused(words)).toBe(`${url} answered 403: the key must be one of a staff account\n`);
  server.close();
});

test('a second backup at once', async () => {
  await mkdir(join(data, 'database'), { recursive: true });
  const server = createSocketServer((socket) => socket.end('another backup is being made\n'));
  await once(server.listen(join(data, 'backup.sock')), 'listening');
  expect(await refused(`backup ${join(folder, 'second')}`)).toBe('another backup is being made\n');
  server.close();
});

test('a backup is not restored beside another secret key', async () => {
  const other = join(folder, 'other');
  for (const [path, key] of [
    [backup, 'one'],
    [other, 'another'],
  ] as const) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'secret-key'), key);
  }
  await writeFile(join(backup, 'backup.json'), JSON.stringify({ createdDate: '', migrations: [] }));
  expect(await refused(`restore ${backup}`, { DATA_DIR: other })).toBe(
    `DATA_DIR: ${join(other, 'secret-key')} is another one than that of the backup; move it away first\n`,
  );
});
