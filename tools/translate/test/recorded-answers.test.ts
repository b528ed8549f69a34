/**
 * A HAR file has the answers of another service: `/migrate` and `npx runners translate` compare them with those of this one, and say
 * what they ignore.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import type { MigratedCall } from '../migrate-calls.ts';
import { as, newPerson, nobody } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';
import { record, workoutBody } from '../../../test/support/workouts.ts';

const service = await testService({ PLAYGROUND: 'on' });
const ann = await newPerson(service, 'Ann', 'Recorded');
const { workout } = await record(ann);
const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
afterAll(() => rm(folder, { recursive: true }));

const type = 'application/json; charset=utf-8';
const base = 'https://old.example/api/v1';

/** A HAR file with a call and its answer. */
function har(path: string, response: object | undefined, request: object = {}): string {
  const call = { method: 'GET', url: `${base}${path}`, headers: [], ...request };
  return JSON.stringify({ log: { entries: [{ startedDateTime: '2024-05-01T07:30:00Z', request: call, response }] } });
}
const answered = (text: string, others: object = {}) => ({
  status: 200,
  headers: [{ name: 'Content-Type', value: type }],
  content: { text },
  ...others,
});

async function migrated(call: string, person: Person | null = ann): Promise<MigratedCall> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = { headers, body: new URLSearchParams({ call }).toString() };
  const answer = await (person ? as(person) : nobody(service)).sendTo('POST', '/migrate', sent);
  return answer.json<{ calls: MigratedCall[] }>().calls[0]!;
}

const preferences = `/preferences/${ann.id}/`;
const { text: real } = await as(ann).get(preferences);

test('what the service itself has answered is equal', async () => {
  expect((await migrated(har(preferences, answered(real)))).recorded).toEqual({ differences: [], notes: [] });
});

test.each<[what: string, response: object, path: string]>([
  ['a word', answered(real.replace('"miles"', '"furlongs"')), 'body.distance'],
  ['a type', answered(real.replace('false', '"false"')), 'body.annually_email_report'],
  ['a status', answered(real, { status: 404 }), 'status'],
  [
    'a header',
    { status: 200, headers: [{ name: 'Content-Type', value: 'text/html' }], content: { text: real } },
    'header content-type',
  ],
  ['a body that cannot be read', answered('{'), 'body'],
])('%s that is different is named', async (_what, response, path) => {
  const { comparison, recorded } = await migrated(har(preferences, response));
  expect(comparison?.equal).toBe(true);
  expect(recorded?.differences).toContainEqual(expect.objectContaining({ path }));
});

test('what a call creates has another id', async () => {
  const body = workoutBody();
  const { text } = await as(ann).get(`/workout/${workout}/`);
  const old = JSON.parse(text) as Record<string, unknown>;
  const own = { id: 900_001, resource_uri: '/api/v1/workout/900001/', post: '/api/v1/post/900002/' };
  const value = { ...old, ...own, run_date: `${String(body['run_date']).slice(0, -1)}000` };
  const location = { name: 'Location', value: `${base}/workout/900001/` };
  const response = { ...answered(JSON.stringify(value)), status: 201 };
  response.headers.push(location);
  const postData = { mimeType: 'application/json', text: JSON.stringify(body) };
  const { recorded } = await migrated(har('/workout/', response, { method: 'POST', postData }));
  expect(recorded).toEqual({ differences: [], notes: [] });
});

test('what is ignored is said', async () => {
  const absent = { status: 200, headers: [{ name: 'Content-Type', value: type }], content: { size: 300 } };
  const { recorded } = await migrated(har(preferences, absent));
  expect(recorded).toEqual({ differences: [], notes: [expect.stringMatching(/body of the answer was not recorded/)] });
  const long = answered(JSON.stringify({ text: 'x'.repeat(300_000) }));
  expect((await migrated(har(preferences, long))).recorded?.notes).toEqual([
    expect.stringMatching(/not compared here/),
  ]);
  expect((await migrated(har(preferences, answered(real)), null)).reason).toMatch(/recorded answer is not compared/);
  expect((await migrated(har(preferences, undefined), null)).reason).toBeUndefined();
});

const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));

function translate(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'translate', ...words], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

test('the command compares them at a service, and says without one that it does not', async () => {
  const file = join(folder, 'old.har');
  // Some programs begin with a byte-order mark.
  await writeFile(file, `\uFEFF${har(preferences, answered(real.replace('"miles"', '"furlongs"')))}`);
  const compared = await translate('--service', service.url, '--key', ann.authorization, file);
  expect(compared.code).toBe(1);
  expect(compared.out).toContain('## Different from the recorded answer');
  expect(compared.out).toContain('body.distance: recorded text "furlongs", answered text "miles"');
  const alone = await translate(file);
  expect([alone.code, alone.err]).toEqual([0, expect.stringContaining('recorded answers are ignored without')]);
});
