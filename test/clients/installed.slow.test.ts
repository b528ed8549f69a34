/**
 * Apps on clients that the project does not depend on: they are installed for the test, where a registry of packages can be reached, and
 * those in Python and Ruby run where these languages are installed. Nothing of what they need is a workaround.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installed } from '../../src/process/installed.ts';
import { befriended } from '../friendships/friendship-calls.ts';
import { newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { root } from './compile-app.ts';

const run = promisify(execFile);
const service = await testService();
const folder = await mkdtemp(join(tmpdir(), 'clients-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const packages = [
  '@apollo/client@3.14.0',
  'villus@3.5.2',
  'vue@3.5.45',
  'graphql@16',
  'graphql-request@7.4.0',
  '@tanstack/react-query@5.108.4',
  'react@19',
  '@genql/cli@6.3.4',
  '@genql/runtime@2.10.0',
];
let isInstalled = false;
const says = (program: string, ...given: string[]) =>
  run(program, given).then(
    () => true,
    () => false,
  );
const [hasPython, hasRuby] = [await says('python3', '--version'), await says('ruby', '--version')];

beforeAll(async () => {
  await cp(`${root}test/clients/installed`, folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const given = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  isInstalled = await run('npm', given, { cwd: folder, timeout: 180_000 }).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return void process.stderr.write('No registry of packages: further clients are not tried.\n');
  await writeFile(join(folder, 'schema.graphql'), await (await fetch(`${service.url}/graphql/schema.graphql`)).text());
  await run(join(folder, 'node_modules/.bin/genql'), ['--schema', 'schema.graphql', '--output', 'generated', '--esm'], {
    cwd: folder,
  });
  // What genql generates is meant for bundlers.
  const bundled = ['genql.mjs', '--platform', 'node', '--format', 'esm', '--file', 'genql-bundled.mjs'];
  await run(join(await installed('examples'), 'node_modules/.bin/rolldown'), bundled, { cwd: folder });
}, 300_000);

const apps: [client: string, program: string, file: string, isThere: () => boolean][] = [
  ['Apollo Client 3', process.execPath, 'apollo-3.mjs', () => isInstalled],
  ['villus', process.execPath, 'villus.mjs', () => isInstalled],
  ['react-query', process.execPath, 'react-query.mjs', () => isInstalled],
  ['genql', process.execPath, 'genql-bundled.mjs', () => isInstalled],
  ['Python', 'python3', 'plain.py', () => hasPython],
  ['Ruby', 'ruby', 'plain.rb', () => hasRuby],
];

test.each(apps)(
  'an app on %s signs in, reads, writes, is refused and signs out',
  async (client, program, file, isThere) => {
    if (!isThere()) return void process.stderr.write(`${client} is not installed.\n`);
    const runner = await newPerson(service, 'Ida', client);
    const friend = await newPerson(service, 'Fay', client);
    await befriended(runner, friend);
    for (const text of ['First', 'Second', 'Third']) await record(friend, { post_body: text });
    const { stdout } = await run(program, [file, service.url, runner.email, runner.password], {
      cwd: folder,
      timeout: 60_000,
    });
    expect(JSON.parse(stdout)).toEqual({
      firstName: 'Ida',
      pages: [['Third', 'Second'], ['First']],
      recorded: 'Mine',
      liked: true,
      comments: 1,
      refused: ['INVALID', ['title']],
      ended: expect.stringMatching(/^(INVALID_KEY|UNAUTHENTICATED)$/) as unknown,
    });
  },
);
