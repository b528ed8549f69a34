import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A part of `npm run build`: it removes compiled files from `dist/`, and from that of each package, whose sources no longer exist, such
 * as the tests of another branch, because the compiler deletes nothing. Files with a source are not touched, since another
 * process may be running them.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiled = /(\.js|\.d\.ts)(\.map)?$/;
const packages = join(root, 'packages');
const homes = existsSync(packages) ? readdirSync(packages).map((name) => join(packages, name)) : [];

for (const home of [root, ...homes]) {
  const dist = join(home, 'dist');
  if (!existsSync(dist)) continue;
  for (const output of filesIn(dist)) {
    const source = join(home, relative(dist, output)).replace(compiled, '.ts');
    if (!compiled.test(output) || existsSync(source)) continue;
    if (output.startsWith(join(root, 'dist/packed'))) continue;
    rmSync(output, { force: true });
    // Otherwise the compiler holds the package for built when its sources are back, and makes nothing.
    if (home !== root) rmSync(join(dist, '.tsbuildinfo'), { force: true });
    removeEmpty(dirname(output), dist);
  }
}

/** The files of a folder and those inside of it, but not those behind its links, where `readdirSync` goes when it is recursive. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Removes an empty folder inside of `dist`, and the folders around it that contain nothing else. */
function removeEmpty(folder: string, dist: string): void {
  if (folder === dist || !existsSync(folder) || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmpty(dirname(folder), dist);
}
