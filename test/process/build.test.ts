/** A build removes files from `dist` that no longer have a source. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { newFolder } from '../support/started-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [checkout, removeCheckout] = await newFolder();
afterAll(removeCheckout);

test('a build removes files without a source from dist, and no others', async () => {
  const script = 'src/process/clean-build';
  const kept = ['src/main.js', 'src/main.js.map', 'test/feed/post.test.js', `${script}.js`, '.tsbuildinfo'];
  const stale = ['src/gone.js', 'src/gone.js.map', 'test/feed/likers.test.js', 'test/old/deep/deeper.js'];
  const sources = ['src/main.ts', 'test/feed/post.test.ts', `${script}.ts`, 'package.json'];
  const ofPackage = ['index.js', 'index.d.ts', 'index.d.ts.map'];
  const staleOfPackage = ['old/gone.js', 'gone.d.ts', 'gone.d.ts.map'];
  for (const path of [
    ...[...kept, ...stale].map((output) => `dist/${output}`),
    ...[...ofPackage, ...staleOfPackage].map((output) => `packages/a/dist/${output}`),
    ...sources,
    'packages/a/index.ts',
  ]) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await writeFile(join(checkout, path), path === 'package.json' ? '{"type": "module"}' : '');
  }
  await cp(join(root, 'dist', `${script}.js`), join(checkout, 'dist', `${script}.js`));

  await mkdir(join(checkout, 'elsewhere'));
  await writeFile(join(checkout, 'elsewhere/library.js'), '');
  await symlink(join(checkout, 'elsewhere'), join(checkout, 'dist/link'));

  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'dist', `${script}.js`)], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(await readdir(join(checkout, 'elsewhere'))).toEqual(['library.js']);
  const left = await readdir(join(checkout, 'dist'), { recursive: true });
  const folders = ['link', 'link/library.js', 'src', 'src/process', 'test', 'test/feed'];
  expect(left.sort()).toEqual([...kept, ...folders].sort());
  expect((await readdir(join(checkout, 'packages/a/dist'))).sort()).toEqual(ofPackage.sort());
});
