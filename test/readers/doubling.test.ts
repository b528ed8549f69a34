/** The time in which anything that callers send is read grows no faster than its length (SECURITY.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { tooFastGrowth, tooFastIn } from '@runners/testing';
import { readers } from './readers.ts';

/** Functions with the name of a reader that read nothing of a caller. */
const others: Readonly<Record<string, string>> = {
  'src/take-over/extract/read-queries.ts#readQueries': 'files of the operator, who writes the SELECTs',
  'src/platform/document-files.ts#readDocumentFiles': 'the operator’s files of documents',
  'src/process/embedded/backup-folder.ts#readFacts': 'the operator’s backups',
};

/** An exported function that reads a text or bytes has one of these verbs. */
const readerForm = /^export (?:async )?function ((?:read|parse|check)[A-Z]\w*)\(\s*\w+: (?:string|Buffer)\b/gm;

function readersIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(dist|test|testing)\//.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      return [...readFileSync(path, 'utf8').matchAll(readerForm)].map(([, one]) => `${path}#${one}`);
    });
}

test('every reader is in the table', () => {
  const found = ['src', 'schema', 'rest-compat', 'packages'].flatMap(readersIn);
  expect(found.length).toBeGreaterThan(20);
  const covered = new Set([...Object.values(readers).flatMap(({ of }) => of), ...Object.keys(others)]);
  expect(found.filter((one) => !covered.has(one))).toEqual([]);
});

describe('twice as long a text takes at most two and a half times as long', () => {
  test.each(Object.entries(readers))(
    'for %s',
    async (_what, { read, ...trial }) => {
      expect(await tooFastIn(read, trial)).toEqual([]);
    },
    120_000,
  );
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
