import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a `node_modules` in a copy of the repository, with links to what is installed here. The packages of the repository are those
 * of the copy.
 */
export function linkModules(root: string, copy: string): void {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@runners'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@runners') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const entry of readdirSync(join(copy, 'packages'), { withFileTypes: true }))
    if (entry.isDirectory()) symlinkSync(join('../../packages', entry.name), join(modules, '@runners', entry.name));
}
