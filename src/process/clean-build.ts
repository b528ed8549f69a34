import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The second half of `npm run build`: removes from `dist/` what was compiled from sources that are no longer there, such as the
 * tests of another branch, because the compiler deletes nothing. What has a source is left alone: others may be running it.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const dist = join(root, 'dist');

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const output = join(entry.parentPath, entry.name);
  const [compiled, source] = [/\.js(\.map)?$/, join(root, relative(dist, output))];
  if (!entry.isFile() || !compiled.test(output) || existsSync(source.replace(compiled, '.ts'))) continue;
  rmSync(output, { force: true });
  removeEmpty(dirname(output));
}

/** Removes a folder with nothing in it, and those around it that hold nothing else. */
function removeEmpty(folder: string): void {
  if (folder === dist || !existsSync(folder) || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmpty(dirname(folder));
}
