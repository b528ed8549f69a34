/** The time in which anything that callers send is read grows no faster than its length (SECURITY.md). */
import { expect, test } from '@jest/globals';
import { tooFastGrowth } from '@runners/testing';
import { describeReaders } from './describe-readers.ts';
import { readers } from './readers.ts';

describeReaders(['src', 'schema', 'rest-compat', 'packages'], readers, {
  'src/platform/document-files.ts#readDocumentFiles': 'the operator’s files of documents',
  'src/process/embedded/backup-folder.ts#readFacts': 'the operator’s backups',
});

test.each<[what: string, read: (text: string) => unknown]>([
  ['a pattern that tries every beginning', (text) => /\s+$/.test(text)],
  ['a loop over the whole for each part', (text) => text.split(' ').map((_, i, all) => all.indexOf(`${i}`))],
])('%s is found', async (_what, read) => {
  const blanks = { name: 'blanks', text: (length: number) => `${' '.repeat(length)}x` };
  let found: string | null = null;
  // A busy machine can make the shorter text take as long as the longer one.
  for (let i = 0; i < 5 && found === null; i++) found = await tooFastGrowth(read, blanks, 16 * 1024);
  expect(found).toMatch(/^blanks: /);
});
