import { posix } from 'node:path';
import { isOfTests } from './layout.ts';

/** The packages that the package.json of a package names. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What the tests of packages and of the service share. Nothing else imports it. */
const testing = '@runners/testing';

/** The folder of the package or the tool in which a file is; undefined for a file of the service. */
const homeOf = (file: string): string | undefined => /^(packages|tools)\/[^/]+(?=\/)/.exec(file)?.[0];

const importedIn = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|^import|\bimport\()\s*'([^']+)'/gm)].map(([, path = '']) => path);

/** The name of the npm package that an import names, and whether a module beside its door is meant. */
const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/**
 * Returns the imports of a file that pass a door, one sentence each: a package is entered by its name, imports no other package and nothing
 * of the service, and nothing but what its package.json names; the service imports no tool.
 * @param file its path from the root of the repository
 * @param manifest the package.json of its package, for a file in packages/
 */
export function doorFaultsOf(file: string, source: string, manifest: Manifest = {}): string[] {
  const home = homeOf(file);
  return importedIn(source).flatMap((path) => {
    if (path.startsWith('.')) return fault(relativeFault(home, posix.join(posix.dirname(file), path)), path);
    return fault(namedFault(file, home, path, manifest), path);
  });
}

const fault = (what: string | null, path: string): string[] => (what === null ? [] : [`imports ${path}: ${what}`]);

function relativeFault(home: string | undefined, target: string): string | null {
  const other = homeOf(target);
  if (home === other) return null;
  if (other?.startsWith('packages/')) return 'a package is entered by its name';
  if (other && home === undefined) return 'the service imports no tool';
  return home?.startsWith('packages/') ? 'a package imports nothing outside of its folder' : null;
}

function namedFault(file: string, home: string | undefined, path: string, manifest: Manifest): string | null {
  if (path.startsWith('node:')) return null;
  const name = packageOf(path);
  const isOurs = name.startsWith('@runners/');
  if (isOurs && !isOfTests(file) && (name === testing || path !== name)) return 'this is for tests alone';
  if (!home?.startsWith('packages/')) return null;
  if (isOurs && name !== testing) return 'packages do not import each other';
  const { dependencies = {}, devDependencies = {} } = manifest;
  if (name in dependencies || (name in devDependencies && (isOfTests(file) || home === 'packages/testing')))
    return null;
  return `${home}/package.json does not name it`;
}
