/** A command of taking over, or of moving, that fails by its words, a file or a server says so in a sentence, without a stack. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { nowhere, refusedCommand } from '../../../test/support/refused-command.ts';
import { newFolder } from '../../../test/support/started-process.ts';

const [folder, remove] = await newFolder();
afterAll(remove);
const onServer = { DATABASE_URL: nowhere, SECRET_KEY: 'x'.repeat(32) };
const refused = (words: string, environment: Record<string, string> = {}) =>
  refusedCommand(words, { DATA_DIR: join(folder, 'data'), ...environment });

test.each([
  ['move-pictures --nothing', /^There is no option --nothing\.\nusage: /],
  ['move-to-postgres --nothing', /^There is no option --nothing\.\nusage: /],
  ['take-over check --nothing', /^There is no option --nothing\.\nusage: /],
  ['take-over load --nothing', /^There is no option --nothing\.\nusage: /],
  [
    `take-over load --conflicts ${folder}/none bundle`,
    /none: there is no such file, and it is neither last-sign-in nor oldest\n$/,
  ],
])('%s', async (words, sentence) => {
  expect(await refused(words)).toMatch(sentence);
});

test('a step of taking over while the database is down', async () => {
  expect(await refused('take-over open', onServer)).toMatch(/^DATABASE_URL: the database cannot be opened: .+\n$/);
});

test('moving to a server that does not answer', async () => {
  await mkdir(join(folder, 'data', 'database'), { recursive: true });
  expect(await refused(`move-to-postgres --to ${nowhere}`)).toMatch(/^A server cannot be reached: .+\n$/);
});
