/** `npx runners take-over check` prints faults and counts, ends with 1 where there are faults, and says how it is used. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { inherited, newFolder } from '../support/started-process.ts';
import { exampleRecords, person, writeBundle } from './bundle-maker.ts';

const program = fileURLToPath(new URL('../../src/process/runners.js', import.meta.url));
const [root, remove] = await newFolder();
afterAll(remove);

function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'take-over', ...words], { env: inherited }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

test('says how it is used', async () => {
  for (const words of [[], ['nothing'], ['constructor']])
    expect(await run(...words)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^usage: npx runners take-over extract\|check/),
    });
  expect(await run('check')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'usage: npx runners take-over check [--notes] BUNDLE\n',
  });
  expect(await run('check', join(root, 'none'))).toMatchObject({
    code: 1,
    stderr: `${join(root, 'none')}: there is no such file or folder.\n`,
  });
});

test('counts what a good bundle has', async () => {
  const { code, stdout } = await run('check', await writeBundle(join(root, 'good'), exampleRecords()));
  expect(stdout).toMatch(/^note: workouts\.jsonl: has its track in several forms; .* \(1 times, first in line 1\)\.$/m);
  expect(stdout).toMatch(/^users +3 read +0 faulty +0 with notes$/m);
  expect(stdout).toMatch(/^There are no faults, and 1 notes\.\n$/m);
  expect(code).toBe(0);
});

test('prints faults, and notes where they are asked for, without anything that a terminal obeys', async () => {
  const folder = await writeBundle(join(root, 'bad'), {
    users: [
      { ...person(1), '\u001b[2J': 1 },
      { ...person(2), email: 'runner1@EXAMPLE.com', '\u001b[2J': 1 },
    ],
  });
  await writeFile(join(folder, 'odd\u001b[2J'), '');
  const { code, stdout } = await run('check', '--notes', folder);
  expect(stdout).toMatch(/^users\.jsonl:2: email has the address of line 1\.$/m);
  expect(stdout).toMatch(/^note: users\.jsonl:1: .*is no field of the format; it is ignored\.$/m);
  expect(stdout).toMatch(/^There are 1 faults, and 2 notes\.$/m);
  expect(stdout).not.toContain('\u001b');
  expect(code).toBe(1);
});
