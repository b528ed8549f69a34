/**
 * Nothing long but JSON, GPX and other recordings of an ordinary run, which have a key, is parsed on the event loop, over both interfaces and on the page
 * `/migrate`, and what a thread has parsed is the same as what the event loop would have parsed.
 */
import { expect, test } from '@jest/globals';
import { as, cast, nobody } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { encodings } from '../support/encodings.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { testOf } from '../support/test-of-tool.ts';

const token = 'a token of sixteen letters';
const service = await testService({ METRICS_TOKEN: token, PLAYGROUND: 'on' });
const { ann, bob, cho } = await cast(service);
const kibibyte = 1024;

/** How many documents threads have been given. */
async function inThreads(): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const { status, text } = await nobody(service).sendTo('GET', '/metrics', { headers });
  expect(status).toBe(200);
  return Number(/^runners_worker_documents_total\S* (\d+)/m.exec(text)?.[1]);
}

/** A text that `make` makes as long as a number of KiB, with something that is ignored. */
const filled = (kilobytes: number, make: (filler: string) => string) =>
  make('x'.repeat(kilobytes * kibibyte - make('').length));

const sends = (kilobytes: number, path: string, type: string, make: (filler: string) => string, isKnown = true) =>
  (isKnown ? as(ann) : nobody(service)).sendTo('POST', path, {
    headers: { 'Content-Type': type },
    body: filled(kilobytes, make),
  });
const encoded = (name: 'json' | 'xml' | 'yaml' | 'form', fields: object) => (filler: string) =>
  String(encodings[name]({ ...fields, filler }).parcel.body);
const login = { email: 'nobody@example.org', password: 'a wrong one' };
const asked = encoded('json', { query: '{ __typename }' });
const migration = (filler: string) => new URLSearchParams({ call: 'https://x/api/v1/me/', filler }).toString();
const gpx = (filler: string) =>
  makeGpx({ points: 3, start: new Date(Date.UTC(2023, 0, 1) + filler.length * 60_000).toISOString() }).replace(
    '<trk>',
    `<!--${filler}--><trk>`,
  );
const recording = (kilobytes: number) => {
  const tcx = filled(kilobytes, (filler) => `<TrainingCenterDatabase><!--${filler}--></TrainingCenterDatabase>`);
  return as(ann).sendTo('POST', '/graphql', {
    headers: { 'Content-Type': contentTypes.json },
    body: JSON.stringify({
      query: 'mutation ($file: RecordingData) { importRecording(input: { recording: $file }) { originalKept } }',
      variables: { file: Buffer.from(tcx).toString('base64') },
    }),
  });
};
const at = '/api/v1/account/login/';
const form = contentTypes.form;

type Send = (kilobytes: number) => ReturnType<typeof sends>;

test.each<[what: string, most: number, send: Send, status: number]>([
  ['JSON of a row without a key', 16, (k) => sends(k, at, contentTypes.json, encoded('json', login), false), 400],
  ['JSON of a row with points', 512, (k) => sends(k, '/api/v1/workout/', contentTypes.json, encoded('json', {})), 400],
  ['GraphQL without a key', 16, (k) => sends(k, '/graphql', contentTypes.json, asked, false), 200],
  ['XML of a row without a key', 16, (k) => sends(k, at, contentTypes.xml, encoded('xml', login), false), 400],
  ['YAML of a row without a key', 16, (k) => sends(k, at, contentTypes.yaml, encoded('yaml', login), false), 400],
  ['a form of a row without a key', 16, (k) => sends(k, at, form, encoded('form', login), false), 400],
  ['YAML of a row with points', 16, (k) => sends(k, '/api/v1/workout/', contentTypes.yaml, encoded('yaml', {})), 400],
  ['a GPX file', 512, (k) => sends(k, '/api/v1/workout/', contentTypes.gpx, gpx), 201],
  ['a recording in another format', 128, recording, 200],
])('%s is parsed in a thread beyond %i KiB', (_what, most, send, status) => parsedInThreads(most, send, status));

testOf('translate')('the form of /migrate is parsed in a thread beyond 16 KiB', () =>
  parsedInThreads(16, (k) => sends(k, '/migrate', form, migration, false), 200),
);

async function parsedInThreads(most: number, send: Send, status: number): Promise<void> {
  const before = await inThreads();
  expect((await send(most - 1)).status).toBe(status);
  expect(await inThreads()).toBe(before);
  expect((await send(most + 1)).status).toBe(status);
  expect(await inThreads()).toBe(before + 1);
}

test.each([
  ['xml', `<r><recipients><value>${bob.id}</value><value>${cho.id}</value></recipients><message>Hi</message></r>`],
  ['xml', `<r><recipients>${bob.id}</recipients><recipients>${cho.id}</recipients><message>Hi</message></r>`],
  ['yaml', `a: &ids [${bob.id}, ${cho.id}]\nmessage: Hi\nrecipients: *ids\n`],
  ['json', JSON.stringify({ recipients: [bob.id, cho.id], message: 'Hi' })],
] as const)('a list is the same from a thread as %s: %s', async (name, body) => {
  const filler = ' '.repeat(520 * kibibyte);
  const long = {
    yaml: `${body}#${filler}`,
    xml: body + filler,
    json: body + filler,
  };
  for (const text of [body, long[name]]) {
    const headers = { 'Content-Type': contentTypes[name] };
    const { status, headers: sent } = await as(ann).send('POST', '/conversation/', { headers, body: text });
    expect(status).toBe(201);
    const { recipients } = (await as(ann).sendTo('GET', String(sent.location).replace(/^https?:\/\/[^/]+/, ''))).json<{
      recipients: { id: number }[];
    }>();
    expect(recipients.map(({ id }) => id).toSorted()).toEqual([ann.id, bob.id, cho.id].toSorted());
  }
});

test('a GraphQL request of many small values is refused in a thread', async () => {
  const query = 'query ($ids: [ID!]) { users(ids: $ids) { id } }';
  const send = (count: number) =>
    nobody(service).sendTo('POST', '/graphql', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { ids: Array.from({ length: count }, () => []) } }),
    });
  expect((await send(40_000)).status).toBe(413);
});

test('threads take the bodies of each caller in turn', async () => {
  const yaml = (kilobytes: number) => filled(kilobytes, (filler) => `a: [${filler.replaceAll('xx', '1,')}1]\n`);
  const answered: string[] = [];
  const send = async (whose: typeof ann) => {
    const options = { headers: { 'Content-Type': contentTypes.yaml }, body: yaml(whose === ann ? 150 : 17) };
    await as(whose).sendTo('POST', '/api/v1/workout/', options);
    answered.push(whose === ann ? 'Ann' : 'Bob');
  };
  const all = Array.from({ length: 12 }, () => send(ann));
  // Bob's body is received after those of Ann.
  await as(bob).get('/me/');
  await Promise.all([...all, send(bob)]);
  expect(answered.indexOf('Bob')).toBeLessThan(6);
});
