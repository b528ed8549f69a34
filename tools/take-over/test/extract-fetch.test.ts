/**
 * Pictures and GPX files that `npx runners take-over extract` fetches, from the web and from a store that speaks S3: whole or not at all, within
 * bounds, from nowhere but what `--files` names, and once.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../src/platform/config.ts';
import { makePictureStore } from '../../../src/platform/store/picture-store.ts';
import { credentials, startS3 } from '../../../test/pictures/s3-server.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { until } from '../../../test/mail/patience.ts';
import { pathOfAddress } from '../bundle/url-path.ts';
import { copyFiles } from '../extract/copy-files.ts';
import { fetching } from '../extract/fetched-files.ts';
import { filesOf } from '../extract/files-of.ts';
import { checked, person, writeBundle } from './bundle-maker.ts';
import { newExtracting, newMariadb, newPostgres } from './other-servers.ts';

Object.assign(fetching, { most: 100_000, silence: 2000, pauses: [10, 10] });

/** A server of files, which answers by the functions below. */
async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const asked: string[] = [];
const running = { now: 0, most: 0 };
const modified = new Date('2015-06-07T08:09:10Z').toUTCString();
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/media/a.jpg': (response) => response.setHeader('Last-Modified', modified).end('a picture'),
  '/media/b%20%2B%20%C3%BC.gpx': (response) => response.end('a run'),
  '/media/empty.jpg': (response) => response.end(),
  '/media/moved.jpg': (response) => response.writeHead(302, { Location: 'a.jpg' }).end(),
  '/media/out.jpg': (response) => response.writeHead(302, { Location: `${elsewhere.url}/secret` }).end(),
  '/media/up.jpg': (response) => response.writeHead(302, { Location: '/secret' }).end(),
  '/media/round.jpg': (response) => response.writeHead(302, { Location: '/media/round.jpg' }).end(),
  '/media/forbidden.jpg': (response) => response.writeHead(403).end('no'),
  '/media/large.jpg': (response) => response.end(Buffer.alloc(100_001)),
  '/media/endless.jpg': (response) => {
    const more = () => void (response.destroyed || response.write(Buffer.alloc(50_000), () => setImmediate(more)));
    more();
  },
  '/media/silent.jpg': (response) => void response.writeHead(200, { 'Content-Length': 10 }).write('half'),
  '/media/cut.jpg': (response) =>
    void response.writeHead(200, { 'Content-Length': 10 }).write('half', () => response.destroy()),
  '/media/busy.jpg': (response, { url = '' }) =>
    asked.filter((one) => one === url).length < 3 ? response.writeHead(503).end() : response.end('at last'),
  '/media/down.jpg': (response) => response.writeHead(502).end(),
};
const old = await listening((request, response) => {
  asked.push(request.url ?? '');
  running.most = Math.max(running.most, ++running.now);
  response.on('close', () => running.now--);
  if (request.headers['if-modified-since'] === modified) return void response.writeHead(304).end();
  const answer = answers[request.url ?? ''];
  if (answer) answer(response, request);
  else if (/^\/media\/many\/\d+$/.test(request.url ?? '')) setTimeout(() => response.end(request.url), 20);
  else response.writeHead(404).end('nothing');
});
const elsewhere = await listening((_, response) => response.end('a secret'));
const [root, remove] = await newFolder();
afterAll(async () => {
  for (const { server } of [old, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
  await remove();
});

let folder = '';
let count = 0;
beforeEach(async () => {
  folder = join(root, String(count++));
  await mkdir(folder);
  asked.length = 0;
});

/** What comes of names of rows, in a new bundle each time. */
async function fetched(names: readonly string[], files: readonly string[] = [`${old.url}/media`]) {
  const to = join(folder, `files ${count++}`);
  const list = names.map((name) => `${JSON.stringify(pathOfAddress(name) === null ? `files/${name}` : name)}\n`);
  await writeFile(join(folder, 'names'), list.join(''));
  const left: Record<string, string> = {};
  const source = await filesOf(files, join(folder, 'fetched'));
  const counts = await copyFiles(source!, to, join(folder, 'names'), (name, reason) => void (left[name] = reason));
  const read = (name: string) => readFile(join(to, (pathOfAddress(name) ?? `files/${name}`).slice(6)), 'utf8');
  return { counts, left, read, to };
}

describe('files on the web', () => {
  test('are fetched by their paths below a URL and by their own URLs, once', async () => {
    const address = `${old.url}/media/a.jpg`;
    const { counts, left, read } = await fetched(['a.jpg', 'b + ü.gpx', 'a.jpg', address, 'moved.jpg', 'empty.jpg']);
    expect([left, counts]).toEqual([{}, { copied: 5, left: 0 }]);
    for (const name of ['a.jpg', address, 'moved.jpg']) expect(await read(name)).toBe('a picture');
    expect(await read('b + ü.gpx')).toBe('a run');
    expect(await read('empty.jpg')).toBe('');
  });

  test('are left with the reason, and nothing of them stays', async () => {
    const { counts, left, to } = await fetched([
      'none.jpg',
      'forbidden.jpg',
      'large.jpg',
      'endless.jpg',
      'silent.jpg',
      'cut.jpg',
      'down.jpg',
      'round.jpg',
      'out.jpg',
      'up.jpg',
      '../secret',
      `${elsewhere.url}/secret`,
      `${old.url}/secret`,
      `${old.url}/media/../secret`,
      `${old.url.replace('//', '//media@')}/media/a.jpg`,
      's3://bucket/a.jpg',
      'http://%',
    ]);
    expect(left).toEqual({
      'none.jpg': 'the answer was 404',
      'forbidden.jpg': 'the answer was 403',
      'large.jpg': expect.stringMatching(/^it has more than [\d.]+ MiB$/),
      'endless.jpg': expect.stringMatching(/^it has more than/),
      'silent.jpg': 'it took too long',
      'cut.jpg': expect.stringMatching(/^the connection failed/),
      'down.jpg': 'the answer was 502',
      'round.jpg': 'it has more than 5 redirects',
      'out.jpg': `it leads to ${elsewhere.url}/secret, which no --files names`,
      'up.jpg': `it leads to ${old.url}/secret, which no --files names`,
      '../secret': 'its name leads out of the folder',
      [`${elsewhere.url}/secret`]: 'no --files names this address',
      [`${old.url}/secret`]: 'no --files names this address',
      [`${old.url}/media/../secret`]: 'no --files names this address',
      [`${old.url.replace('//', '//media@')}/media/a.jpg`]: 'no --files names this address',
      's3://bucket/a.jpg': 'no --files names this address',
      'http://%': 'no --files names this address',
    });
    expect(counts.copied).toBe(0);
    expect(await readdir(join(folder, 'fetched'))).toEqual([]);
    expect(await readdir(to).catch(() => [])).toEqual([]);
    // Three attempts at what may pass, and one at what won't.
    const attempts = (path: string) => asked.filter((one) => one === path).length;
    expect(['down', 'cut', 'none', 'large'].map((name) => attempts(`/media/${name}.jpg`))).toEqual([3, 3, 1, 1]);
  });

  test('are asked for again where the other side is busy', async () => {
    expect((await fetched(['busy.jpg'])).left).toEqual({});
  });

  test('are fetched by eight at once', async () => {
    running.most = 0;
    const { counts } = await fetched(Array.from({ length: 60 }, (_, i) => `many/${i}`));
    expect(counts).toEqual({ copied: 60, left: 0 });
    expect(running.most).toBe(8);
  });

  test('are not fetched again while they are the same', async () => {
    answers['/media/same.jpg'] = answers['/media/a.jpg']!;
    await fetched(['same.jpg']);
    answers['/media/same.jpg'] = (response) => response.end('another picture');
    expect(await (await fetched(['same.jpg'])).read('same.jpg')).toBe('a picture');
    const changed = async () => (await fetched(['empty.jpg'])).read('empty.jpg');
    expect(await changed()).toBe('');
    answers['/media/empty.jpg'] = (response) => response.end('a picture again');
    // It did not say when it was changed.
    expect(await changed()).toBe('a picture again');
  });

  test('are beside those of a folder, where rows have both', async () => {
    await mkdir(join(folder, 'media'));
    await writeFile(join(folder, 'media/local.jpg'), 'from the folder');
    const address = `${old.url}/media/b%20%2B%20%C3%BC.gpx`;
    const both = [join(folder, 'media'), `${old.url}/media/`];
    const { left, read } = await fetched(['local.jpg', address, 'a.jpg'], both);
    expect(left).toEqual({ 'a.jpg': 'there is no such file' });
    expect([await read('local.jpg'), await read(address)]).toEqual(['from the folder', 'a run']);
  });

  test.each([
    ['two folders', ['.', '..'], 'only one of them can be a folder'],
    ['a password', ['https://me:secret@example.com/'], 'must not have a user'],
    ['a query', ['https://example.com/?a=b'], 'must not have a user, a query'],
    ['no URL', ['http://'], 'is no URL'],
    ['a store without credentials', ['s3://bucket'], 'AWS_ACCESS_KEY_ID'],
  ])('are refused with %s', async (_what, files, sentence) => {
    await expect(filesOf(files, folder)).rejects.toThrow(sentence);
  });
});

test('a record whose file was not fetched has a fault that names the address, and they have one cause', async () => {
  const url = (id: number) => `${old.url}/media/${id}.jpg`;
  const post = { id: 1, author: 1, created_date: '2014-05-06T07:00:00Z', body: 'Text' };
  const pictures = [1, 2, 3].map((id) => ({ id, post: 1, file: url(id) }));
  const path = await writeBundle(join(folder, 'bundle'), { users: [person(1)], posts: [post], pictures });
  const fetchedPath = join(path, pathOfAddress(url(2))!);
  await mkdir(join(fetchedPath, '..'), { recursive: true });
  await writeFile(fetchedPath, 'not looked at here');
  const { found } = await checked(path, undefined, { isQuick: true });
  expect(
    found.filter(({ severity }) => severity === 'fault').map(({ line, field, sentence }) => [line, field, sentence]),
  ).toEqual([
    [1, 'file', `was not fetched from "${url(1)}"`],
    [3, 'file', `was not fetched from "${url(3)}"`],
  ]);
});

test('files of a store that speaks S3 are fetched by their keys and addresses, below the prefix', async () => {
  const s3 = await startS3('old');
  const at = `s3://old/some/where?endpoint=${s3.endpoint}`;
  const environment = { ...process.env };
  Object.assign(process.env, credentials);
  try {
    const put = async (prefix: string, ...[key, size]: [string, string]) =>
      makePictureStore(readConfig({ ...credentials, STORAGE_URL: `s3://old/${prefix}?endpoint=${s3.endpoint}` })).put(
        key,
        size,
        Buffer.from(`${key} ${size}`),
        'image/jpeg',
      );
    await put('some/where', 'faces', 'a%20%2B.jpg');
    await put('', 'secret', '1.jpg');
    const { left, read } = await fetched(
      [
        'faces/a +.jpg',
        's3://old/some/where/faces/a +.jpg',
        's3://old/secret/1.jpg',
        's3://new/some/where/a',
        'faces/b.jpg',
      ],
      [at],
    );
    expect(left).toEqual({
      's3://old/secret/1.jpg': 'no --files names this address',
      's3://new/some/where/a': 'no --files names this address',
      'faces/b.jpg': 'the answer was 404',
    });
    for (const name of ['faces/a +.jpg', 's3://old/some/where/faces/a +.jpg'])
      expect(await read(name)).toBe('faces a%20%2B.jpg');
    process.env['AWS_ACCESS_KEY_ID'] = 'another';
    expect((await fetched(['faces/c.jpg'], [at])).left).toEqual({ 'faces/c.jpg': 'the answer was 403' });
  } finally {
    process.env = environment;
    await s3.remove();
  }
});

const database = (await newPostgres()) ?? (await newMariadb());
(database ? test : test.skip)('an extract that was killed fetches only what it has not yet', async () => {
  const extracting = await newExtracting();
  try {
    await extracting.write({
      pictures: `select 1 as id, 'last.jpg' as file union all select 2, '${old.url}/media/first.jpg'`,
    });
    answers['/media/first.jpg'] = (response) => response.setHeader('Last-Modified', modified).end('the first');
    answers['/media/last.jpg'] = (response) => void response.write('half of it');
    const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
    const words = ['--from', database!.url, '--queries', join(extracting.folder, 'queries'), '--to', extracting.bundle];
    const all = [program, 'take-over', 'extract', ...words, '--files', `${old.url}/media`];
    const child = spawn(process.execPath, all, { stdio: 'ignore' });
    const isHalf = async () => {
      const kept = await readdir(`${extracting.bundle}.fetched`).catch(() => []);
      return kept.length === 2 && kept.filter((name) => name.endsWith('.part')).length === 1;
    };
    await until(isHalf, 'one whole file and a part of another');
    child.kill('SIGKILL');
    await once(child, 'exit');
    answers['/media/first.jpg'] = (response) => response.writeHead(500).end();
    answers['/media/last.jpg'] = (response) => response.end('the last');
    const { stdout } = await promisify(execFile)(process.execPath, all);
    expect(stdout).toContain('files: 2 copied, 0 not copied.');
    const read = (path: string) => readFile(join(extracting.bundle, path), 'utf8');
    expect(await read('files/last.jpg')).toBe('the last');
    expect(await read(pathOfAddress(`${old.url}/media/first.jpg`)!)).toBe('the first');
    expect(await extracting.lines('pictures')).toEqual([
      '{"id":1,"file":"files/last.jpg"}',
      `{"id":2,"file":"${old.url}/media/first.jpg"}`,
    ]);
  } finally {
    await extracting.remove();
    await database!.remove();
  }
});
