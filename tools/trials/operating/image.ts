import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, glob, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { postgresAccount } from '../../../test/support/cluster/own-postgres.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { ignoredNames, readDockerfile } from '../../../test/support/image-layout.ts';
import { linkModules } from '../../../test/support/link-modules.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Runs the commands of the Dockerfile in folders instead of in layers: the build without what .dockerignore leaves out, the
 * installation of the production dependencies, the start as a user who can write to the data folder only, and the health check.
 */
export async function image(stage: Stage): Promise<string> {
  const dockerfile = await readDockerfile();
  const ignored = await ignoredNames();
  const [build, app, data] = ['image/build', 'image/app', 'image/data'].map((name) => join(stage.folder, name)) as [
    string,
    string,
    string,
  ];
  await cp(root, build, {
    recursive: true,
    filter: (from) => !ignored.includes(from.replace(root, '').includes('/') ? `**/${basename(from)}` : basename(from)),
  });
  // Instead of the first `npm ci`, which would install what is installed already.
  linkModules(root, build);
  const building = dockerfile.npm.find((text) => text.includes('run build')) ?? '';
  const installing = dockerfile.npm.find((text) => text.includes('--omit=dev')) ?? '';
  assert.ok(building && installing);
  await run('sh', ['-c', building], { cwd: build });
  const dependencies = async (to: string) => {
    const packages: string[] = [];
    for await (const file of glob('packages/*/package.json', { cwd: root })) packages.push(file);
    for (const file of ['package.json', 'package-lock.json', ...packages]) await cp(join(root, file), join(app, file));
    await run('sh', ['-c', installing], { cwd: app });
    assert.equal(to, join(app, 'node_modules'));
  };
  await dockerfile.layOut(app, { build, dependencies });

  const account = postgresAccount() ?? { uid: 0, gid: 0 };
  await mkdir(data);
  await chown(data, account.uid, account.gid);
  await chmod(join(stage.folder, 'image'), 0o755);
  const env = {
    NODE_ENV: 'production',
    PATH: process.env['PATH'] ?? '',
    HOST: '0.0.0.0',
    PORT: String(await freePort()),
    DATA_DIR: data,
  };
  const [program = '', ...words] = dockerfile.words('CMD');
  const service = spawn(program, words, { cwd: app, env, ...account, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(service, 'exit');
  try {
    let printed = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    for (let i = 0; !printed.includes('REST base'); i++) {
      assert.ok(i < 1800 && service.exitCode === null, `the service starts: ${printed}`);
      await sleep(100);
    }
    const [, check = '', ...rest] = dockerfile.words('HEALTHCHECK');
    await run(process.execPath, [check, ...rest], { env });
    await assert.rejects(run(process.execPath, [check, ...rest], { env: { ...env, PORT: '1' } }));
    const { stdout: sizes } = await run('du', ['-sm', join(app, 'node_modules'), join(app, 'dist')]);
    service.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    return `megabytes: ${sizes
      .trim()
      .replaceAll(/(\d+)\s+\S*\/(\S+)\n?/g, '$2 $1 ')
      .trim()}`;
  } finally {
    service.kill('SIGKILL');
  }
}
