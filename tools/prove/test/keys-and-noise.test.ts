/** The command `prove` as its owner calls it: its words, other keys than the recorded ones, and values that differ each time. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Sentence } from '../../../src/platform/sentence.ts';
import { proveCommand } from '../command/prove-command.ts';
import { closeWorkers } from '../../../src/platform/worker-pool.ts';
import type { Report } from '../report/counts.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Replayed');
const folder = await mkdtemp(join(tmpdir(), 'prove-'));
afterAll(() => rm(folder, { recursive: true }));
afterAll(closeWorkers);

const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
const report = join(folder, 'report');

function prove(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'prove', '--report', report, ...words], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

async function fileOf(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

const reported = async () => JSON.parse(await readFile(join(report, 'report.json'), 'utf8')) as Report;

/** A recorded answer to GET /me/, with a key that this service does not have. */
async function recording(name: string, changes: Record<string, unknown> = {}): Promise<string> {
  const me = { ...(await as(ann).get('/me/')).json(), ...changes };
  const headers = { Authorization: 'ApiKey old-ann:0123456789abcdef', Accept: 'application/json' };
  const answered = { status: 200, answer_headers: { 'Content-Type': 'application/json; charset=utf-8' } };
  return fileOf(
    name,
    JSON.stringify({ method: 'GET', url: '/api/v1/me/', headers, ...answered, answer: JSON.stringify(me) }),
  );
}

test.each<[words: string[], sentence: RegExp]>([
  [[], /^usage: npx runners prove/],
  [['--against', 'http://127.0.0.1:1'], /^usage/],
  [['--against', 'http://127.0.0.1:1', '--sandbox', 'x', 'y.har'], /^usage/],
  [['--against', 'nowhere', 'y.har'], /--against must be a URL/],
  [['--drive', '--sandbox', 'x'], /--drive needs --against/],
  [['--against', 'http://127.0.0.1:1', '--drive', '--have', 'shoe=1'], /--have must be route=ID/],
  [['--against', 'http://127.0.0.1:1', 'absent.har'], /There is no absent\.har/],
  [['--speed', '9'], /Unknown option/],
])('the words %j are refused with a sentence', async (words, sentence) => {
  await expect(proveCommand(words)).rejects.toThrow(sentence);
  await expect(proveCommand(words)).rejects.toBeInstanceOf(Sentence);
});

describe('keys', () => {
  const own = () => [
    ['a key', `- { username: old-ann, authorization: '${ann.authorization}' }`],
    ['a password', JSON.stringify([{ username: 'old-ann', email: ann.email, password: ann.password }])],
  ];
  test.each(own())('of the recording are replaced by %s', async (_what, text) => {
    const keys = await fileOf('keys.yaml', text);
    const played = await prove('--against', service.url, '--keys', keys, await recording('me.jsonl'));
    expect(played).toMatchObject({ code: 0, out: expect.stringContaining('1 exchanges: 1 equal') });
  });

  test('that this service does not have are a difference', async () => {
    const played = await prove('--against', service.url, await recording('me.jsonl'));
    expect(played).toMatchObject({ code: 1, out: expect.stringContaining('recorded 200, answered 401') });
  });

  test.each([
    ['- { username: old-ann }', /^keys\.yaml, entry 1/],
    ['- [', /^keys\.yaml is not YAML/],
    [`- { username: a, email: nobody@example.com, password: 'not hers' }`, /does not sign in a: it answers 400/],
  ])('the file %s is refused', async (text, sentence) => {
    const keys = await fileOf('keys.yaml', text);
    const words = ['--against', service.url, '--keys', keys, await recording('me.jsonl')];
    await expect(proveCommand(words)).rejects.toThrow(sentence);
    await expect(proveCommand(words)).rejects.toBeInstanceOf(Sentence);
  });
});

describe('a value that the service answers differently each time', () => {
  let count = 0;
  /** The service with another last name in each answer. */
  const changing = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request;
    const body = method === 'POST' ? Buffer.concat((await request.toArray()) as Buffer[]) : undefined;
    const { host: _host, connection: _connection, 'content-length': _length, ...sent } = headers;
    const answer = await fetch(service.url + url, {
      method,
      headers: sent as Record<string, string>,
      ...(body ? { body } : {}),
    });
    const text = await answer.text();
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
    response.end(text.replaceAll('"Replayed"', () => `"Replayed ${count++}"`));
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void changing.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(changing.address() as AddressInfo).port}`;
  });
  afterAll(() => void changing.close());
  const played = async (changes: Record<string, unknown>) => {
    const keys = await fileOf('keys.yaml', `- { username: old-ann, authorization: '${ann.authorization}' }`);
    return prove('--against', url, '--keys', keys, await recording('noisy.jsonl', changes));
  };

  test('is shown, and is no difference', async () => {
    expect(await played({})).toMatchObject({ code: 0 });
    expect((await reported()).noise).toEqual([{ at: 'GET /me/ body.last_name', count: 1 }]);
  });

  test('hides no stable field, and no other type', async () => {
    expect(await played({ first_name: 'Anne', last_name: 5 })).toMatchObject({ code: 1 });
    const { causes, noise } = await reported();
    expect(causes.map(({ at, what, by }) => [at, what, by]).sort()).toEqual([
      ['body.first_name', 'value', 'both'],
      ['body.last_name', 'type', 'both'],
    ]);
    expect(noise).toEqual([]);
  });
});
