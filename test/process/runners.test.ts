/** The command `npx runners` lists its commands by whom they are for, and runs them with the words after their names. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { commands } from '../../src/process/runner-commands.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = join(root, 'dist/src/process/runners.js');
const named = Object.values(commands).flatMap((own) => Object.entries(own));

const programOf = (module: string) => fileURLToPath(new URL(module, `file://${root}dist/src/process/`));
/** Whether a command is one of the service, or of a tool that is there. */
const isThere = (module: string) => existsSync(/^.*\/tools\/[\w-]+\//.exec(programOf(module))?.[0] ?? root);
/** Prints the microseconds of processor time that a process has used at its end. */
const counting = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(String(user+system))})`;

/** What the command prints, and its exit code. */
function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

describe('npx runners', () => {
  test.each([[], ['--help'], ['help']])('lists all commands for %s', async (...words: string[]) => {
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    for (const whom of Object.keys(commands)) expect(stdout).toContain(`${whom}:`);
    for (const [name, { about }] of named) expect(stdout).toMatch(new RegExp(`^  ${name} +${about}$`, 'm'));
  });

  test('says that there is no such command', async () => {
    for (const name of ['nothing', 'constructor'])
      expect(await run(name)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(`^There is no command ${name}\\.`),
      });
  });

  test('passes on the words after the name of a command', async () => {
    expect(await run('backup')).toMatchObject({ code: 1, stderr: 'usage: npx runners backup FOLDER\n' });
    const translate = named.find(([name]) => name === 'translate')?.[1].module ?? '';
    if (!isThere(translate))
      return expect(await run('translate', '/api/v1/me/')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^This command is not a part of an installation for production: /),
      });
    const translated = await run('translate', '/api/v1/me/');
    expect([translated.code, translated.stdout]).toEqual([0, expect.stringContaining('query SignedInUser')]);
  });

  test.each(named)('answers --help for %s without doing anything', async (name) => {
    for (const help of ['--help', '-h']) {
      const { code, stdout } = await run(name, help);
      expect([code, stdout]).toEqual([0, expect.stringMatching(`^usage: npx runners ${name}`)]);
    }
  });

  test('answers --help in less than 0.3 seconds of processor time, because it loads no tool', async () => {
    for (const [name] of named) {
      const { stderr } = await promisify(execFile)(process.execPath, ['--import', counting, program, name, '--help']);
      expect([name, Number(stderr) < 300_000]).toEqual([name, true]);
    }
  });

  const own = named.filter(([, { takesAnything, module }]) => !takesAnything && isThere(module));

  test.each(own)('takes nothing that begins with a dash for a name: %s', async (name) => {
    for (const word of ['--bogus', '-x', '-', '--']) {
      const { code, stderr } = await run(name, word);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(`^(There is no option ${word}\\.\n)?usage: npx runners ${name}`),
      ]);
      expect(existsSync(join(root, word))).toBe(false);
    }
  });

  test('refuses words for a command that takes none', async () => {
    for (const name of ['doctor', 'version', 'prune', 'bench-embedded'])
      expect(await run(name, 'more')).toMatchObject({ code: 1, stderr: expect.stringMatching(`takes no words`) });
  });

  test.each(named.filter(([, { module }]) => isThere(module)))('has the program of %s', (_name, { module }) => {
    expect(existsSync(programOf(module))).toBe(true);
  });

  test('is the name of the command in package.json, and all documents name commands that it has', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: unknown };
    expect(bin).toEqual({ runners: 'dist/src/process/runners.js' });
    const pages = [
      'README.md',
      'docs/first-steps.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      ...[
        'operating',
        'taking-over',
        'take-over/bundle',
        'moving-over',
        'live',
        'performance',
        'scaling',
        'faults',
        'configuration',
        'observability',
        'decisions',
      ].map((name) => `docs/${name}.md`),
    ];
    const used = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/npx runners ([a-z][\w-]*)/g)].map(([, name = '']) => name),
    );
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((name) => !named.some(([known]) => known === name))).toEqual([]);
  });
});
