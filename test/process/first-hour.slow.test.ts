/**
 * The first hour of an operator (docs/operating.md): every command of the section is typed by root on a copy of this machine that is thrown
 * away, with a stand-in for systemd, and what the commands print is what an operator expects.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder } from '../support/started-process.ts';
import { postgresPrograms } from '../support/cluster/own-postgres.ts';
import { hasProgram } from '../support/needs.ts';
import { makeNextRelease, makeRelease, nextMigration } from './first-hour/release.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const helpers = join(root, 'test/process/first-hour');
const page = await readFile(join(root, 'docs/operating.md'), 'utf8');
const hour = /^## The first hour\n(.*?)^## /ms.exec(page)?.[1] ?? '';

/** Whether a copy of this machine can be made: that takes root, and file systems and networks of its own. */
const isPossible =
  process.getuid?.() === 0 &&
  ['unshare', 'nginx', 'curl', 'setpriv', 'ip'].every((name) => hasProgram(name)) &&
  (await run('unshare', ['--mount', '--net', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
    () => true,
    () => false,
  ));
if (!isPossible)
  process.stderr.write('the first hour of an operator: skipped, no copy of this machine can be made here\n');
const postgres = postgresPrograms();

const [folder, remove] = await newFolder();
afterAll(remove);
/** What the commands of each part have printed, by its heading. */
const printed: Record<string, string> = {};
let sections: [title: string, commands: string][] = [];

beforeAll(async () => {
  if (!isPossible) return;
  const [files, stage, app] = [join(folder, 'files'), join(folder, 'stage'), join(folder, 'app')];
  for (const path of [files, stage, app]) await mkdir(path);
  const tarball = await makeRelease(files);
  await run('tar', ['xzf', join(files, tarball), '-C', app, '--strip-components=1']);
  await makeNextRelease(files, app, tarball);
  const [, version = '', platform = ''] = /-(\d[\d.]*)-(\w+-\w+)\.tgz$/.exec(tarball) ?? [];
  // On a busy machine, a start takes longer than the page says.
  sections = [...hour.matchAll(/^### ([^\n]+)\n(.*?)(?=^### |(?![^]))/gms)].map(([, title = '', text = '']) => [
    title,
    [...text.matchAll(/^```sh\n(.*?)^```$/gms)]
      .map(([, commands = '']) =>
        commands.replaceAll('1.1.0', version).replaceAll('linux-x64', platform).replaceAll('--retry 30', '--retry 300'),
      )
      .join(''),
  ]);
  const typed = sections.filter(([title]) => postgres || title !== 'A second process');
  const script = typed.map(([title, commands]) => `echo; echo '@@ ${title}'\n${commands}`);
  await writeFile(join(files, 'hour.sh'), `${script.join('\n')}\necho; echo '@@ mail'\ncat /var/mail/sink\n`);
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    STAGE: stage,
    FILES: files,
    HELPERS: helpers,
    NODE: process.execPath,
    SINK: fileURLToPath(new URL('./first-hour/mail-sink.js', import.meta.url)),
    POSTGRES: postgres ?? '',
  };
  const words = ['--mount', '--net', '--pid', '--fork', '--kill-child', 'bash', join(helpers, 'stage.sh')];
  const { stdout } = await run('unshare', words, { env: environment, maxBuffer: 2 ** 26 }).catch((error: unknown) => {
    const { stdout: out, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${out.slice(-2000)}\n${stderr.slice(-2000)}`);
  });
  for (const part of stdout.split(/^@@ /m).slice(1)) {
    const [title = '', ...lines] = part.split('\n');
    printed[title] = lines.join('\n');
  }
}, 900_000);

/** What each part prints, as far as it does. */
const expected: [title: string, prints: RegExp[]][] = [
  ['Install', [/: OK$/m]],
  ['Configure', [/^ok {7}mail: The SMTP server accepts/m, /^No check has failed\.$/m]],
  ['Start', [/^ready$[^]*^ready$/m]],
  ['The first account, and its mail', [/"api_key":/]],
  ['Nightly backups, and restoring one', [/^The backup is in .*/m, /^DATA_DIR has the backup of .*/m, /^ready$/m]],
  [
    'Upgrade, and back',
    [
      new RegExp(`^1\\.2\\.0, with the migrations up to ${nextMigration}$`, 'm'),
      /^ready\n\d+\.\d+\.\d+, with the migrations up to (?!2099)/m,
    ],
  ],
  ...(postgres
    ? [
        ['A second process', [/checksum/, /^ready$/m, /^ok {7}migrations: All \d+ migrations are applied\.$/m]] as [
          string,
          RegExp[],
        ],
      ]
    : []),
  ['What to watch', [/^ready$/m, /^runners_http_requests_total\{.*\} \d+/m, /REST base|^\{"level":/m]],
  ['mail', [/^To: .*ann@example\.org/im, /http:\/\/run\.example\.=?\s*org\/password-reset\//]],
];

(isPossible ? describe : describe.skip)('the first hour of an operator', () => {
  test.each(expected)('%s', (title, prints) => {
    for (const line of prints) expect(printed[title]).toMatch(line);
  });

  test('has no part that is not typed', () => {
    expect(sections.map(([title]) => title).filter((title) => !expected.some(([one]) => one === title))).toEqual(
      postgres ? [] : ['A second process'],
    );
  });

  test('has units that systemd accepts', async () => {
    if (!hasProgram('systemd-analyze')) return;
    const units = ['runners.service', 'runners-backup.service', 'runners-backup.timer'];
    // It checks that the program of a unit is there.
    const local = join(folder, 'units');
    await mkdir(local);
    for (const unit of units) {
      const text = await readFile(join(root, 'examples/operating', unit), 'utf8');
      await writeFile(join(local, unit), text.replaceAll('/usr/bin/node', process.execPath));
    }
    const { stderr } = await run('systemd-analyze', ['verify', ...units.map((unit) => join(local, unit))]);
    expect(stderr).toBe('');
  });
});
