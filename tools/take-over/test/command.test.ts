/**
 * `npx runners take-over check` prints faults and counts, ends with 1 where there are faults, and says how it is used. A killed one leaves
 * nothing for long, and a damaged bundle is not loaded.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inherited, newFolder } from '../../../test/support/started-process.ts';
import { exampleRecords, manifest, person, writeBundle, writeReadableBundle, zipOf } from './bundle-maker.ts';

const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
const [root, remove] = await newFolder();
afterAll(remove);
beforeAll(() => mkdir(join(root, 'temporary')));

const temporary = join(root, 'temporary');
const env = { ...inherited, TMPDIR: temporary, DATA_DIR: join(root, 'data') };

function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'take-over', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

test('says how it is used', async () => {
  for (const words of [[], ['nothing'], ['constructor']])
    expect(await run(...words)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^usage: npx runners take-over extract /),
    });
  expect(await run('check')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'usage: npx runners take-over check [--conflicts last-sign-in | oldest | FILE] [--quick] [--all] BUNDLE\n',
  });
  expect(await run('check', join(root, 'none'))).toMatchObject({
    code: 1,
    stderr: `${join(root, 'none')}: there is no such file or folder.\n`,
  });
});

test('counts what a good bundle has', async () => {
  const { code, stdout } = await run('check', await writeReadableBundle(join(root, 'good'), exampleRecords()));
  expect(stdout).toMatch(/^note: workouts\.jsonl: has its track in several forms; .* \(once, in line 1\)\.$/m);
  expect(stdout).toMatch(/^users +3 read +0 would be refused +0 with notes$/m);
  expect(stdout).toMatch(/^There are no faults, and 2 notes\.\n$/m);
  expect(code).toBe(0);
});

test('prints faults, and notes where they are asked for, without anything that a terminal obeys', async () => {
  const folder = await writeBundle(join(root, 'bad'), {
    users: [
      { ...person(1), '\u001b[2J': 1 },
      { ...person(2), username: 'runner_1', '\u001b[2J': 1 },
    ],
  });
  await writeFile(join(folder, 'odd\u001b[2J'), '');
  const { code, stdout } = await run('check', '--all', folder);
  expect(stdout).toMatch(/^users\.jsonl:2: username has the username of line 1\.$/m);
  expect(stdout).toMatch(/^note: users\.jsonl:1: .*is no field of the format; it is ignored\.$/m);
  expect(stdout).toMatch(/^There are 1 faults, and 2 notes\.$/m);
  expect(stdout).not.toContain('\u001b');
  expect(code).toBe(1);
});

test('counts what is found by its causes, with what follows from them, also in a dry run that writes nothing', async () => {
  const run_date = '2014-05-06T06:30:00Z';
  const ids = [1, 2, 3, 4, 5];
  const folder = await writeBundle(join(root, 'causes'), {
    users: [person(1), person(2)].map((one) => ({ ...one, email: 'same@example.com' })),
    workouts: ids.map((id) => ({
      id,
      user: 1,
      run_date: id === 1 ? run_date : null,
      duration_in_seconds: 1,
      privacy: 'public',
    })),
    posts: ids.map((id) => ({ id, author: 1, workout: id, created_date: run_date })),
    comments: ids.map((id) => ({ id, post: id, user: 2, comment: 'a', submit_date: run_date })),
  });
  for (const words of [['check'], ['load', '--dry-run']]) {
    const { code, stdout } = await run(...words, '--conflicts', 'oldest', folder);
    expect([words, code, stdout.split('\n').slice(0, 3)]).toEqual([
      words,
      1,
      [
        'workouts.jsonl: run_date is required (4 times, in lines 2, 3, 4 and others; 8 records that refer to it are refused with it).',
        'note: users.jsonl: email is that of another person who keeps it; same@example.com becomes without-2@address.invalid (once, in line 2).',
        'note: workouts.jsonl: run_type is not said; the run is Endurance (once, in line 1).',
      ],
    ]);
    expect(stdout).toMatch(/^comments +5 read +4 would be refused/m);
  }
  expect((await run('load', '--dry-run', folder)).stdout).toMatch(
    /has "same@example.com" of several people: 1 \(runner_1\), 2 \(runner_2\)/,
  );
  expect(await run('check', '--conflicts', join(root, 'none'), folder)).toMatchObject({
    code: 1,
    stderr: `--conflicts ${join(root, 'none')}: there is no such file, and it is neither last-sign-in nor oldest\n`,
  });
}, 60_000);

test('what a killed command has unpacked is removed by the next one, and what others have is not', async () => {
  const folder = await writeBundle(join(root, 'large'), {
    users: Array.from({ length: 100_000 }, (_, i) => person(i + 1)),
  });
  const packed = await zipOf(folder, join(root, 'large.zip'));
  const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('runners-bundle-'));
  await mkdir(join(temporary, 'runners-bundle-of-somebody'));
  const child = spawn(process.execPath, [program, 'take-over', 'check', packed], { env, stdio: 'ignore' });
  for (let i = 0; i < 1000 && (await left()).length < 2; i++) await sleep(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await left()).toHaveLength(2);
  expect(
    (await run('check', await zipOf(await writeBundle(join(root, 'small'), {}), join(root, 'small.zip')))).code,
  ).toBe(0);
  expect(await left()).toEqual(['runners-bundle-of-somebody']);
}, 60_000);

test('a file that was cut is not loaded, because what it lacks would be taken for deleted', async () => {
  const says = { ...manifest, complete: true, files: [{ name: 'users', sha256: 'a'.repeat(64) }] };
  expect(await run('load', await writeBundle(join(root, 'cut'), { users: [person(1)] }, { says }))).toMatchObject({
    code: 1,
    stderr: 'Nothing was loaded: users.jsonl has another SHA-256 than the manifest says.\n',
  });
});
