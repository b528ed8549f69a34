import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Makes the tarball of this version in a folder, as `npm run release` does after the build. @returns its name */
export async function makeRelease(folder: string): Promise<string> {
  await run(join(root, '.ci/release'), [folder], { env: process.env });
  return (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? 'nothing';
}

/** The migration that the next version of `makeNextRelease` has. */
export const nextMigration = '2099-01-01-next-version';

/** Makes the tarball of a next version, 1.2.0, out of an unpacked one, which it removes. It has one more migration. @returns its name */
export async function makeNextRelease(folder: string, app: string, tarball: string): Promise<string> {
  const own = join(app, 'package.json');
  const { version, ...rest } = JSON.parse(await readFile(own, 'utf8')) as { version: string };
  await writeFile(own, JSON.stringify({ ...rest, version: '1.2.0' }));
  const list = join(app, 'dist/src/platform/database/migrations/index.js');
  const more = `class Next extends Migration { up() { this.addSql('create index next_version on users (date_joined)'); } }
    migrationsList.push({ name: '${nextMigration}', class: Next });`;
  const listed = await readFile(list, 'utf8');
  await writeFile(list, `import { Migration } from '@mikro-orm/migrations';\n${listed}\n${more}\n`);
  const name = tarball.replace(`-${version}-`, '-1.2.0-');
  const inside = join(folder, 'next');
  await mkdir(inside);
  await run('mv', [app, join(inside, 'package')]);
  await run('tar', ['czf', join(folder, name), '-C', inside, 'package']);
  await rm(inside, { recursive: true });
  return name;
}
