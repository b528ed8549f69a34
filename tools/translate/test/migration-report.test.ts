/** `npx runners migration-report`: what a client still calls, with the documents that replace its rows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runCommand, usedLedger } from '../../../test/retiring/used-ledger.ts';
import { newPerson } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';

const service = await testService();
const person = await newPerson(service, 'Removed', 'Runner');
const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);
const file = join(folder, 'ledger.json');
const ledger = await usedLedger(service, person);
writeFileSync(file, JSON.stringify(ledger));

test('the report for a client has its rows, with the documents that replace them', async () => {
  const { code, text } = await runCommand('migration-report', 'ancient', '--ledger', file);
  expect(code).toBe(0);
  expect(text).toContain('| GET /me/ | 1 |');
  expect(text).toContain('`GET /post/?type=dashboard`: 1 calls.');
  expect(text).toMatch(/Send this document, or its id `sha256:[0-9a-f]{64}`:\n\n```graphql\nquery \w+/);
  expect(text).toContain('| objects[].id |');
  const unknown = await runCommand('migration-report', 'Nobody', '--ledger', file);
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
    expect((await runCommand(...words, '--ledger', further)).text).toContain(
      '1,234 calls are of clients that were not told apart',
    );
});
