import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf } from './emit.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"\n]*\.js)['"]/g;
/** Modules that bring the whole service: what imports them is near to nothing in particular. */
const wide = /^dist\/(src\/server|src\/wiring\/|test\/support\/|rest-compat\/table|schema\/index)/;
/** Importers of importers, how often: a test of a part imports it, or what is made of it. */
const mostSteps = 2;

/** The modules that import each module, by the paths of their programs. */
function importers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(['dist/{src,schema,rest-compat,test,tools}/**/*.js', 'packages/*/dist/**/*.js'], {
    cwd: root,
  }))
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
      const target = join(dirname(file), path);
      found.set(target, [...(found.get(target) ?? []), file]);
    }
  return found;
}

/** The folder of tests of a module: that of its package or tool, or the one that is called as a folder of its path or as itself. */
function folderOf(file: string, folders: ReadonlySet<string>): string[] {
  const [building = '', name = '', ...rest] = file.split('/');
  if (building === 'packages') return [`packages/${name}/dist/test/`];
  if (building === 'tools') return [`dist/tools/${name}/test/`];
  if (building === 'test') return [`dist/${dirname(file)}/`];
  const words = [...rest, name].map((word) => word.replace(/\..*$/, ''));
  return words.filter((word) => folders.has(word)).map((word) => `dist/test/${word}/`);
}

/**
 * The tests that are near to what has changed: tests that changed themselves, tests that import it, and the folder of its module.
 * @param files paths of sources from the root
 * @returns patterns for Jest
 */
export function relatedTests(files: readonly string[]): string[] {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  if (tests.length === files.length) return tests.map(outputOf);
  const by = importers();
  const folders = new Set(globSync('*/', { cwd: join(root, 'dist/test') }).map((name) => name.replace(/\/$/, '')));
  const near = new Set<string>();
  let step = files.map(outputOf);
  for (let steps = 0; steps <= mostSteps; steps++) {
    for (const file of step) if (/(?<!\.slow)\.test\.js$/.test(file)) near.add(file);
    step = step.filter((file) => !wide.test(file)).flatMap((file) => by.get(file) ?? []);
  }
  for (const file of files) for (const folder of folderOf(file, folders)) near.add(folder);
  return [...near];
}
