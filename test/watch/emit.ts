import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** Decorators need the types of what they stand above, which only the compiler knows. */
const decorated = /^\s*@[A-Z]\w*\(/m;
const importOfSource = /((?:\bfrom|\bimport)\s*\(?\s*)(['"])(\.[^'"\n]*)\.ts\2/g;

/** Where the program of a source is, from the root. */
export const outputOf = (file: string): string => file.replace(/ts$/, 'js').replace(/^(packages\/[^/]+\/|)/, '$1dist/');

/**
 * Writes the program of a source as the compiler would, without checking it: types become spaces, so that lines and columns stay.
 * @param file its path from the root
 * @returns false when only the compiler can do that
 */
export function emit(root: string, file: string): boolean {
  if (!file.endsWith('.ts') || file.endsWith('.d.ts')) return false;
  const output = join(root, outputOf(file));
  if (!existsSync(join(root, file))) {
    rmSync(output, { force: true });
    return true;
  }
  const source = readFileSync(join(root, file), 'utf8');
  // A new file has no folder before the compiler makes one, and what is compiled differently isn't in dist at all.
  if (!existsSync(output) || decorated.test(source)) return false;
  try {
    writeFileSync(output, stripTypeScriptTypes(source).replaceAll(importOfSource, '$1$2$3.js$2'));
    return true;
  } catch {
    // A syntax of TypeScript alone, such as a parameter that is a property, or a mistake, which the compiler tells.
    return false;
  }
}
