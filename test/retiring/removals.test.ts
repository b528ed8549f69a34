/**
 * Twelve removals, each judged by the ledger: six that nobody would notice, and six that would break a client, over REST, in fragments of
 * known documents, by arguments and by values. The command, the check of the schema and the report for a client say the same.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../schema/execution/known-documents.ts';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import type { UsageLedger } from '../../src/retiring/usage-ledger.ts';
import { unlistedChanges } from '../conventions/breaking.ts';
import { newPerson } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { newFolder } from '../support/started-process.ts';

const service = await testService();
const person = await newPerson(service, 'Removed', 'Runner');
const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);
const file = join(folder, 'ledger.json');
const runners = fileURLToPath(new URL('../../src/process/runners.js', import.meta.url));
let ledger: UsageLedger;

const run = promisify(execFile);
/** Runs a command of `npx runners`. */
const command = (...words: string[]) =>
  run(process.execPath, [runners, ...words]).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  );

const known = 'query Known { me { ...names } } fragment names on User { username }';
const headers = {
  'Content-Type': 'application/json',
  'apollographql-client-name': 'Fresh',
  'User-Agent': 'okhttp/4.9',
};
const rest = (path: string) =>
  new Client(service.url, person.authorization).get(path, { 'User-Agent': 'Ancient/1.2 (old)' });
const graphql = (body: object) =>
  new Client(service.url, person.authorization).sendTo('POST', '/graphql', { headers, body: JSON.stringify(body) });

beforeAll(async () => {
  const { database, now } = service.processContext;
  await rest('/me/');
  await rest('/post/?type=dashboard&limit=1');
  const persistedQuery = { version: 1, sha256Hash: hashOf(known) };
  // It becomes known by another client, and is used by its hash alone from then on.
  await graphql({ query: known, extensions: { persistedQuery } });
  await graphql({ extensions: { persistedQuery } });
  await graphql({ query: '{ feed(type: FRIENDS, first: 1) { nodes { id } } }' });
  const feed = 'query ($type: FeedType!) { feed(type: $type) { nodes { id } } }';
  await graphql({ query: feed, variables: { type: 'FEATURED' } });
  await service.retiring.flush();
  ledger = await readLedger(database, now());
  writeFileSync(file, JSON.stringify(ledger));
});

const removals: readonly [name: string, isSafe: boolean, client?: string][] = [
  ['GET /route/[id]/', true],
  ['GET /post/?type=local', true],
  ['User.lastName', false, 'Ancient'],
  ['Route.polyline', true],
  ['Query.searchUsers(countAll:)', true],
  ['FeedType.LOCAL', true],
  ['Subscription.messageAdded', true],
  ['GET /me/', false, 'Ancient'],
  ['GET /post/?type=dashboard', false, 'Ancient'],
  // Only inside of a fragment of a known document.
  ['User.username', false, 'Fresh'],
  // Only by an argument.
  ['Query.feed(first:)', false, 'Fresh'],
  // Only by the value of a variable.
  ['FeedType.FEATURED', false, 'Fresh'],
];

describe('npx runners retire', () => {
  test('says of six that they are safe', async () => {
    const safe = removals.filter(([, isSafe]) => isSafe).map(([name]) => name);
    expect(safe).toHaveLength(6);
    const { code, text } = await command('retire', ...safe, '--ledger', file);
    expect(code).toBe(0);
    for (const name of safe) expect(text).toContain(`${name} is safe to switch off: no client has called it in`);
    expect(text).not.toContain('not safe');
  });

  test('says of six which clients use them', async () => {
    const unsafe = removals.filter(([, isSafe]) => !isSafe);
    const { code, text } = await command('retire', ...unsafe.map(([name]) => name), '--ledger', file);
    expect(code).toBe(1);
    const verdicts = text.split(/(?=^\S.* is not safe)/m);
    expect(verdicts).toHaveLength(6);
    for (const [index, [name, , client = '']] of unsafe.entries()) {
      expect(verdicts[index]).toContain(`${name} is not safe to switch off: `);
      expect(verdicts[index]).toMatch(
        new RegExp(`${client}[^]*last call \\d{4}-\\d\\d-\\d\\d, \\d+ calls, [\\d.]+ %, trend new`),
      );
    }
  });

  test.each([
    ['User.age', 'The schema has no User.age.'],
    ['GET /routes/', 'The REST interface has no row GET /routes/.'],
    ['', 'usage: npx runners retire NAME…'],
  ])('%s does not exist', async (name, sentence) => {
    expect(await command('retire', name, '--ledger', file)).toEqual({
      code: 1,
      text: expect.stringContaining(sentence),
    });
  });

  test('says nothing by an empty ledger, and refuses what is none', async () => {
    writeFileSync(join(folder, 'empty.json'), JSON.stringify({ ...ledger, from: null, entries: [] }));
    const { code, text } = await command('retire', 'User.lastName', '--ledger', join(folder, 'empty.json'));
    expect([code, text]).toEqual([1, expect.stringContaining('nothing can be said')]);
    writeFileSync(join(folder, 'none.json'), '[]');
    const refused = await command('retire', 'User.lastName', '--ledger', join(folder, 'none.json'));
    expect(refused).toEqual({ code: 1, text: expect.stringContaining('no ledger') });
  });
});

test('the report for a client has its rows, with the documents that replace them', async () => {
  const { code, text } = await command('migration-report', 'ancient', '--ledger', file);
  expect(code).toBe(0);
  expect(text).toContain('| GET /me/ | 1 |');
  expect(text).toContain('`GET /post/?type=dashboard`: 1 calls.');
  expect(text).toMatch(/Send this document, or its id `sha256:[0-9a-f]{64}`:\n\n```graphql\nquery \w+/);
  expect(text).toContain('| objects[].id |');
  const unknown = await command('migration-report', 'Nobody', '--ledger', file);
  expect(unknown).toEqual({ code: 1, text: expect.stringContaining('the clients are') });
  const [row] = ledger.entries.filter(({ name }) => name === 'GET /me/');
  const others = { ...row, client: { ...row!.client, key: '', product: '(other)', apollo: '' }, calls: 1234 };
  const further = join(folder, 'further.json');
  writeFileSync(further, JSON.stringify({ ...ledger, entries: [...ledger.entries, others] }));
  for (const words of [
    ['migration-report', 'ancient'],
    ['migration-report', 'Nobody'],
    ['retire', 'GET /me/'],
  ])
    expect((await command(...words, '--ledger', further)).text).toContain(
      '1,234 calls are of clients that were not told apart',
    );
});

describe('the check of a change of the schema', () => {
  const schema = readFileSync('schema/schema.graphql', 'utf8').replaceAll(/^ *"""[^]*?"""\n/gm, '');
  const page = '| date | change | reason |\n|---|---|---|\n';
  const without = (from: RegExp, to = '') => {
    const changed = schema.replace(from, to);
    if (changed === schema) throw new Error(`nothing is ${from}`);
    return changed;
  };
  const listed = `${page}| 2027-01-01 | * | It was decided. |\n`;

  test.each<[what: string, changed: string, fault: string | null]>([
    ['removes a field that nobody uses', without(/(?<=^type Route [^}]*)^ {2}startLatitude: .*$/m), null],
    ['removes a field that a fragment uses', without(/(?<=^type User [^}]*)^ {2}username: String$/m), 'Fresh'],
    ['changes its type', without(/(?<=^type User [^}]*)^ {2}username: String$/m, '  username: Int'), 'Fresh'],
    ['removes a value that nobody uses', without(/^ {2}KILOMETERS$/m), null],
    ['removes a value that a variable uses', without(/(?<=^enum FeedType \{[^}]*)^ {2}FEATURED$/m), 'Fresh'],
  ])('%s', async (_what, changed, fault) => {
    for (const after of [page, listed]) {
      const found = await unlistedChanges({ schema, page }, { schema: changed, page: after }, ledger);
      expect(found).toEqual(fault === null ? [] : [expect.stringContaining(fault)]);
    }
    const byRule = await unlistedChanges({ schema, page }, { schema: changed, page });
    expect(byRule).toHaveLength(1);
  });
});
