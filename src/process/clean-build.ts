import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The second half of `npm run build`: it removes compiled files from `dist/` whose sources no longer exist, such as the
 * tests of another branch, because the compiler deletes nothing. Files with a source are not touched, since another
 * process may be running them.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const dist = join(root, 'dist');

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const output = join(entry.parentPath, entry.name);
  const [compiled, source] = [/\.js(\.map)?$/, join(root, relative(dist, output))];
  if (!entry.isFile() || !compiled.test(output) || existsSync(source.replace(compiled, '.ts'))) continue;
  if (output.startsWith(join(dist, 'packed'))) continue;
  rmSync(output, { force: true });
  removeEmpty(dirname(output));
}

/** Removes an empty folder, and the folders around it that contain nothing else. */
function removeEmpty(folder: string): void {
  if (folder === dist || !existsSync(folder) || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmpty(dirname(folder));
}
