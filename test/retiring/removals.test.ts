/**
 * Twelve removals, each judged by the ledger: six that nobody would notice, and six that would break a client, over REST, in fragments of
 * known documents, by arguments and by values. The command and the check of the schema say the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UsageLedger } from '../../src/retiring/usage-ledger.ts';
import { unlistedChanges } from '../conventions/breaking.ts';
import { newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { newFolder } from '../support/started-process.ts';
import { runCommand, usedLedger } from './used-ledger.ts';

const service = await testService();
const person = await newPerson(service, 'Removed', 'Runner');
const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);
const file = join(folder, 'ledger.json');
let ledger: UsageLedger;

beforeAll(async () => {
  ledger = await usedLedger(service, person);
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
    const { code, text } = await runCommand('retire', ...safe, '--ledger', file);
    expect(code).toBe(0);
    for (const name of safe) expect(text).toContain(`${name} is safe to switch off: no client has called it in`);
    expect(text).not.toContain('not safe');
  });

  test('says of six which clients use them', async () => {
    const unsafe = removals.filter(([, isSafe]) => !isSafe);
    const { code, text } = await runCommand('retire', ...unsafe.map(([name]) => name), '--ledger', file);
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
    expect(await runCommand('retire', name, '--ledger', file)).toEqual({
      code: 1,
      text: expect.stringContaining(sentence),
    });
  });

  test('says nothing by an empty ledger, and refuses what is none', async () => {
    writeFileSync(join(folder, 'empty.json'), JSON.stringify({ ...ledger, from: null, entries: [] }));
    const { code, text } = await runCommand('retire', 'User.lastName', '--ledger', join(folder, 'empty.json'));
    expect([code, text]).toEqual([1, expect.stringContaining('nothing can be said')]);
    writeFileSync(join(folder, 'none.json'), '[]');
    const refused = await runCommand('retire', 'User.lastName', '--ledger', join(folder, 'none.json'));
    expect(refused).toEqual({ code: 1, text: expect.stringContaining('no ledger') });
  });
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
