/**
 * Recordings are read as browsers and proxies write them, and broken ones are refused with a sentence that names the file and
 * the place. Files of half a gigabyte are tried in tools/prove/test/large-recordings.slow.test.ts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { isExchange } from '../../translate/exchange.ts';
import type { Exchange, Recorded } from '../../translate/exchange.ts';
import { recordedIn, recordingsAt } from '../recordings/recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function recorded(name: string, content: string | Buffer): Promise<Recorded[]> {
  writeFileSync(join(folder, name), content);
  const all: Recorded[] = [];
  for await (const one of recordedIn(join(folder, name))) all.push(one);
  return all;
}

const me = 'https://old.example/api/v1/me/';
const request = { method: 'GET', url: me, headers: [{ name: 'Accept', value: 'application/json' }] };
const response = (content: object, others: object = {}) => ({ status: 200, headers: [], content, ...others });
const entry = (changes: object = {}) => ({
  startedDateTime: '2024-05-01T07:30:00.000Z',
  request,
  response: response({ size: 10, mimeType: 'application/json', text: '{"id":"é"}' }),
  ...changes,
});
const har = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', creator: {}, pages: [], entries } });
const line = (changes: object = {}) =>
  JSON.stringify({ method: 'GET', url: '/api/v1/me/', status: 200, answer: '{"id":1}', ...changes });

describe('an answer is read', () => {
  const body = '{"id":"é"}';
  test.each<[string, string | Buffer, string | null, RegExp | null]>([
    ['plain.har', har(entry()), body, null],
    ['mark.har', `\uFEFF${har(entry())}`, body, null],
    ['pretty.har', JSON.stringify(JSON.parse(har(entry())), null, 2), body, null],
    ['packed.har.gz', gzipSync(har(entry())), body, null],
    ['without-an-ending', har(entry()), body, null],
    [
      'log-last.har',
      `{"_meta":{"entries":[{}]},"log":{"_x":[[{}]],"entries":[${JSON.stringify(entry())}]}}`,
      body,
      null,
    ],
    ['quotes.har', har(entry({ comment: '\\"}]{[' })), body, null],
    [
      'base64.har',
      har(entry({ response: response({ text: Buffer.from(body).toString('base64'), encoding: 'base64' }) })),
      body,
      null,
    ],
    [
      'charles.har',
      har(entry({ request: { ...request, postData: null }, response: response({ text: body, encoding: null }) })),
      body,
      null,
    ],
    ['size.har', har(entry({ response: response({ text: body, size: 99 }) })), body, /99 bytes, and has 11/],
    ['packed-size.har', har(entry({ response: response({ text: body, size: -1 }) })), body, null],
    ['dropped.har', har(entry({ response: response({ size: 7 }) })), null, /was not recorded/],
    ['empty.har', har(entry({ response: response({ size: 0 }, { status: 204 }) })), '', null],
    ['no-content.har', har(entry({ response: { status: 202 } })), '', null],
    ['own.jsonl', `${line({ answer: body })}\n`, body, null],
    ['own-mark.jsonl', `\uFEFF${line({ answer: body })}\n`, body, null],
    ['own-base64.ndjson', line({ answer: undefined, answer_base64: Buffer.from(body).toString('base64') }), body, null],
    ['own-dropped.jsonl', line({ answer: undefined, answer_kept: false }), null, /was not recorded/],
  ])('%s', async (name, content, expected, note) => {
    const [exchange, ...others] = (await recorded(name, content)) as Exchange[];
    expect(others).toEqual([]);
    expect(exchange?.answer.body?.toString() ?? null).toBe(expected);
    expect(exchange?.call).toMatchObject({ method: 'GET', url: '/api/v1/me/' });
    if (note) expect(exchange?.notes.join()).toMatch(note);
    else expect(exchange?.notes).toEqual([]);
  });
});

test('a call is read with its body, its headers and its moment', async () => {
  const headers = [
    { name: ':method', value: 'POST' },
    { name: 'X-A', value: '1' },
    { name: 'x-a', value: '2' },
  ];
  const postData = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'email', value: 'a b' }] };
  const url = 'https://old.example/api/v1/account/login/?format=xml';
  const [exchange] = await recorded('call.har', har(entry({ request: { method: 'POST', url, headers, postData } })));
  expect(exchange).toMatchObject({
    source: 'call.har, entry 1',
    at: Date.parse('2024-05-01T07:30:00Z'),
    call: {
      url: '/api/v1/account/login/?format=xml',
      headers: { 'x-a': '1, 2', 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from('email=a+b'),
    },
  });
});

test.each<[string, object, RegExp]>([
  ['other hosts', { request: { ...request, url: 'https://ads.example/x' } }, /no call below/],
  ['questions of browsers', { request: { ...request, method: 'OPTIONS' } }, /no call below/],
  ['calls that were ended', { response: response({}, { status: 0 }) }, /no answer/],
  ['calls without an answer', { response: undefined }, /no answer/],
])('%s are left out, and that is said', async (_what, changes, why) => {
  const [first, second] = await recorded('left.har', har(entry(changes), entry()));
  expect(first).toEqual({ source: 'left.har, entry 1', why: expect.stringMatching(why) });
  expect(second && isExchange(second)).toBe(true);
});

describe('a broken recording is refused', () => {
  const whole = har(entry(), entry());
  test.each<[string, string | Buffer, RegExp]>([
    ['cut.har', whole.slice(0, -100), /^cut\.har is cut off in entry 2\.$/],
    ['cut-behind.har', whole.slice(0, -2), /cut off after entry 2/],
    ['cut-early.har', '{"log":{"ver', /cut off after its beginning/],
    ['none.har', '', /no HAR file/],
    ['list.har', '[]', /no HAR file/],
    ['text.har', 'GET /api/v1/me/', /no HAR file: it has something else at its beginning/],
    ['other.har', '{"a":[{}]}', /no log with entries/],
    ['numbers.har', '{"log":{"entries":[1]}}', /something else/],
    ['twice.har', whole + whole, /something else after entry 2/],
    ['wide.har', Buffer.from(`\uFEFF${whole}`, 'utf16le'), /UTF-16/],
    ['json.har', whole.replace('"request"', 'request'), /^json\.har, entry 1 is not JSON/],
    [
      'method.har',
      har(entry(), entry({ request: { url: me } })),
      /^method\.har, entry 2 is no entry .*request\.method/,
    ],
    ['status.har', har(entry({ response: { status: 'ok' } })), /entry 1 .*response\.status/],
    ['damaged.har.gz', gzipSync(whole).subarray(0, 100), /damaged, or cut off/],
    ['cut.jsonl', `${line()}\n${line().slice(0, 20)}`, /^cut\.jsonl, line 2 /],
    ['field.jsonl', line({ answr: '' }), /^field\.jsonl, line 1 is not as docs\/proving\.md says.*answr/],
    ['status.jsonl', line({ status: 99 }), /line 1 .*status/],
    ['base64.jsonl', line({ answer_base64: '*' }), /line 1 .*answer_base64/],
  ])('%s', async (name, content, sentence) => {
    await expect(recorded(name, content)).rejects.toThrow(sentence);
  });

  test('a folder is read in the order of its names, and must have recordings', async () => {
    await expect(recordingsAt(join(folder, 'absent'))).rejects.toThrow(/There is no/);
    const own = mkdtempSync(join(folder, 'some-'));
    await expect(recordingsAt(own)).rejects.toThrow(/has no files that end with/);
    for (const name of ['b.har', 'a.jsonl', 'notes.txt']) writeFileSync(join(own, name), '');
    expect(await recordingsAt(own)).toEqual([join(own, 'a.jsonl'), join(own, 'b.har')]);
  });
});
