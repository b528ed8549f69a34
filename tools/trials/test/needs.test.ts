/** Each trial says in a sentence what it needs, before it begins, and with `--skip` it goes on without that or ends quietly. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const runners = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));
const needs = fileURLToPath(new URL('../../../test/support/needs.js', import.meta.url));
const nowhere = 'postgres://me:hidden@127.0.0.1:1/nothing';

/** Runs Node on a machine on which no program is in the PATH and no server answers. */
function run(...words: string[]): Promise<{ code: number; said: string }> {
  const server = {
    TEST_DATABASE_URL: nowhere,
    BENCH_DATABASE_URL: nowhere,
    SCALING_SERVER: nowhere,
    CHROMIUM: '/nowhere',
  };
  return new Promise((resolve) => {
    const env = { PATH: '/nowhere', ...server };
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

const withServer = [
  'attacks',
  'bench',
  'bench-seed',
  'bench-flat',
  'bench-live',
  'calibrate',
  'taking-over',
  'scaling',
];
describe('without a PostgreSQL server', () => {
  test.each(withServer)('npx runners %s names the server that it needs', async (trial) => {
    const { code, said } = await run(runners, trial);
    expect(said).toMatch(
      new RegExp(
        `^\`npx runners ${trial}\` needs a PostgreSQL server at postgres://me@127\\.0\\.0\\.1:1/\\w+, or .*_(URL|SERVER)\\.\n$`,
      ),
    );
    expect(code).toBe(1);
  });

  test('with --skip, the trial ends without an error', async () => {
    expect(await run(runners, 'attacks', '--skip')).toEqual({
      code: 0,
      said: expect.stringMatching(/^skipped: `npx runners attacks` needs a PostgreSQL server .*\.\n$/),
    });
  });
});

test('npx runners screenshots names the browser that it needs', async () => {
  expect(await run(runners, 'screenshots')).toEqual({
    code: 1,
    said: '`npx runners screenshots` needs Chromium (apt install chromium), or its path in CHROMIUM.\n',
  });
});

describe('parts of a trial', () => {
  const trial = (...words: string[]) => {
    const call = `await (await import(${JSON.stringify(needs)})).need('soak', { parts: ['Chromium', 'faketime'] })`;
    return run('--input-type=module', '--eval', `console.log([...(${call})].join(' '))`, '--', ...words);
  };

  test('are named before the trial begins', async () => {
    expect(await trial()).toEqual({
      code: 1,
      said:
        '`npx runners soak` needs Chromium (apt install chromium), or its path in CHROMIUM; and faketime (apt install faketime). ' +
        'With --skip it leaves out what needs that.\n',
    });
  });

  test('are left out with --skip', async () => {
    const { code, said } = await trial('--skip');
    expect(said).toMatch(/^left out: what needs Chromium .*\nleft out: what needs faketime .*\nChromium faketime\n$/);
    expect(code).toBe(0);
  });
});
