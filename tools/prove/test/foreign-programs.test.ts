/**
 * HAR files as programs of other people write them, with what each of them does in its own way, are read with body, key and moment, or
 * refused with a sentence.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { isExchange } from '../../translate/exchange.ts';
import type { Recorded } from '../../translate/exchange.ts';
import { recordedIn } from '../recordings/recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function recorded(content: string | Buffer): Promise<Recorded[]> {
  writeFileSync(join(folder, 'foreign.har'), content);
  const all: Recorded[] = [];
  for await (const one of recordedIn(join(folder, 'foreign.har'))) all.push(one);
  return all;
}

const [url, key, form] = [
  'https://old.example/api/v1/comment/',
  'ApiKey ann:0d107d09',
  'post_id=3&comment=F%C3%BCr+dich',
];
const formType = 'application/x-www-form-urlencoded';
const answer = '{"comment":"Für dich 👏"}';
const base64 = Buffer.from(answer).toString('base64');
const sentHeaders = [
  { name: 'Authorization', value: key },
  { name: 'Content-Type', value: formType },
];
const received = [{ name: 'Content-Type', value: 'application/json' }];
const timings = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 12.5, receive: 1 };
const fields = [
  { name: 'post_id', value: '3' },
  { name: 'comment', value: 'Für dich' },
];

/** The file of each program, of one call. */
const files: Record<string, { creator: object; log?: object; entry: object; write?: (har: object) => string }> = {
  Chrome: {
    creator: { name: 'WebInspector', version: '537.36' },
    log: {
      pages: [{ startedDateTime: '2024-05-01T07:30:00.000Z', id: 'page_1', title: '', pageTimings: { onLoad: null } }],
    },
    write: (har) => JSON.stringify(har, null, 2),
    entry: {
      _initiator: { type: 'script', stack: { callFrames: [] } },
      _priority: 'High',
      _resourceType: 'fetch',
      cache: {},
      pageref: 'page_1',
      request: {
        method: 'POST',
        url,
        httpVersion: 'http/2.0',
        headers: [
          { name: ':authority', value: 'old.example' },
          { name: ':method', value: 'POST' },
          { name: 'authorization', value: key },
          { name: 'content-type', value: formType },
        ],
        queryString: [],
        cookies: [],
        headersSize: -1,
        bodySize: 36,
        postData: { mimeType: formType, text: form, params: [{ name: 'post_id', value: '3' }] },
      },
      response: {
        status: 201,
        statusText: '',
        httpVersion: 'http/2.0',
        headers: [...received, { name: 'content-encoding', value: 'br' }],
        cookies: [],
        content: { size: 28, mimeType: 'application/json', text: base64, encoding: 'base64' },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
        _transferSize: 240,
        _error: null,
      },
      startedDateTime: '2024-05-01T07:30:00.000Z',
      time: 13.5,
      timings,
    },
  },
  Firefox: {
    creator: { name: 'Firefox', version: '125.0' },
    log: { browser: { name: 'Firefox', version: '125.0' }, pages: [] },
    entry: {
      startedDateTime: '2024-05-01T09:30:00.000+02:00',
      request: {
        method: 'POST',
        url,
        httpVersion: 'HTTP/1.1',
        headers: sentHeaders,
        cookies: [],
        queryString: [],
        headersSize: 300,
        bodySize: 36,
        postData: { mimeType: formType, params: [], text: form },
      },
      response: {
        status: 201,
        statusText: 'Created',
        headers: received,
        cookies: [],
        content: { mimeType: 'application/json; charset=utf-8', size: 28, text: answer },
        redirectURL: '',
        headersSize: 120,
        bodySize: 149,
      },
      cache: {},
      timings,
      serverIPAddress: '192.0.2.1',
      connection: '443',
    },
  },
  Safari: {
    creator: { name: 'WebKit Web Inspector', version: '1.0' },
    entry: {
      startedDateTime: '2024-05-01T07:30:00.000Z',
      request: {
        method: 'POST',
        url,
        headers: sentHeaders,
        postData: { mimeType: formType, text: form, params: fields },
      },
      response: {
        status: 201,
        headers: received,
        content: { size: 28, compression: 0, mimeType: 'application/json', text: answer },
        _transferSize: 200,
      },
      _fetchType: 'Network Load',
    },
  },
  Charles: {
    creator: { name: 'Charles Proxy', version: '4.6.4' },
    entry: {
      startedDateTime: '2024-05-01T09:30:00+02:00',
      request: {
        method: 'POST',
        url,
        headers: sentHeaders,
        postData: { mimeType: formType, params: fields },
        comment: null,
      },
      response: {
        _charlesStatus: 'COMPLETE',
        status: 201,
        headers: received,
        content: { size: 28, compression: null, mimeType: 'application/json', text: base64, encoding: 'base64' },
      },
    },
  },
  Proxyman: {
    creator: { name: 'Proxyman', version: '4.15.0', comment: '' },
    write: (har) => JSON.stringify(har, null, 4),
    entry: {
      comment: '',
      startedDateTime: '2024-05-01T07:30:00.000Z',
      request: {
        method: 'POST',
        url,
        headers: sentHeaders,
        bodySize: 36,
        postData: { params: [], text: form, mimeType: '', encoding: null },
      },
      response: { status: 201, headers: received, content: { mimeType: '', size: 28, text: answer, encoding: null } },
    },
  },
  mitmproxy: {
    creator: { name: 'mitmproxy', version: '10.3.0', comment: '' },
    entry: {
      startedDateTime: '2024-05-01T07:30:00.000000+00:00',
      request: { method: 'POST', url, headers: sentHeaders, postData: { mimeType: formType, text: form, params: [] } },
      response: {
        status: 201,
        statusText: 'Created',
        headers: received,
        content: { size: 28, compression: 0, mimeType: 'application/json', text: answer },
        bodySize: 28,
      },
      _resourceType: null,
    },
  },
  Fiddler: {
    creator: { name: 'Fiddler', version: '5.0' },
    write: (har) => `\uFEFF${JSON.stringify(har)}`,
    entry: {
      startedDateTime: '2024-05-01T09:30:00.0000000+02:00',
      request: { method: 'POST', url, headers: sentHeaders, postData: { mimeType: formType, text: form } },
      response: { status: 201, headers: received, content: { size: 28, mimeType: 'application/json', text: answer } },
    },
  },
};

test.each(Object.keys(files))('a file of %s is read', async (name) => {
  const { creator, log = {}, entry, write = JSON.stringify } = files[name]!;
  const [exchange, ...others] = await recorded(write({ log: { version: '1.2', creator, ...log, entries: [entry] } }));
  expect(others).toEqual([]);
  if (!exchange || !isExchange(exchange)) throw new Error('it is no exchange');
  const { call } = exchange;
  expect([call.method, call.url, call.headers['authorization']]).toEqual(['POST', '/api/v1/comment/', key]);
  expect([call.headers['content-type'], String(call.body)]).toEqual([formType, form]);
  expect(exchange.at).toBe(Date.parse('2024-05-01T07:30:00Z'));
  expect([exchange.answer.status, String(exchange.answer.body)]).toEqual([201, answer]);
  expect(exchange.answer.headers['content-type']).toMatch(/^application\/json/);
  expect(exchange.notes).toEqual([]);
});

const request = { method: 'GET', url };
test.each<[what: string, response: object | undefined, said: RegExp]>([
  [
    'Chrome, of a call that failed',
    { status: 0, headers: [], content: { size: 0, mimeType: 'x-unknown' }, _error: 'net::ERR' },
    /no answer/,
  ],
  ['Insomnia, without answers', undefined, /no answer/],
  [
    'Firefox, with bodies left out',
    { status: 200, content: { size: 28, comment: 'Response bodies are not included.' } },
    /not recorded/,
  ],
  ['Playwright, with bodies in other files', { status: 200, content: { size: -1, _file: 'a.json' } }, /not recorded/],
])('a file of %s is read, and what is missing is said', async (_program, response, said) => {
  const [one] = await recorded(JSON.stringify({ log: { entries: [{ request, response }] } }));
  expect(one && (isExchange(one) ? one.notes.join() : one.why)).toMatch(said);
});

const whole = JSON.stringify({ log: { entries: [{ request, response: { status: 200 } }] } });
test.each<[what: string, content: string | Buffer, sentence: RegExp]>([
  ['with a status as a text', whole.replace('200', '"200"'), /^foreign\.har, entry 1 is no entry .*response\.status/],
  ['with headers as a mapping', whole.replace('"status"', '"headers":{"A":"b"},"status"'), /response\.headers/],
  ['with an address that is none', whole.replace(url, '/api/v1/comment/'), /^$/],
  ['of Burp, which is XML', '<?xml version="1.0"?><items></items>', /no HAR file/],
  ['of curl', `curl ${url}`, /no HAR file/],
  ['in UTF-16', Buffer.from(whole, 'utf16le'), /UTF-16/],
  [
    'of zeros, as after a full disk',
    Buffer.concat([Buffer.from(whole.slice(0, 40)), Buffer.alloc(2000)]),
    /foreign\.har/,
  ],
  ['that is cut off in the middle of a character', Buffer.from(whole.replace('GET', 'ÄÄÄ')).subarray(0, 32), /cut off/],
  ['that is cut off in a text', whole.slice(0, whole.indexOf('comment')), /^foreign\.har is cut off in entry 1\.$/],
])('a file %s is refused, or left out', async (_what, content, sentence) => {
  const said = await recorded(content).then(
    (all) => all.map((one) => (isExchange(one) ? 'read' : '')).join(),
    (error: Error) => error.message,
  );
  expect(said).toMatch(sentence);
});
