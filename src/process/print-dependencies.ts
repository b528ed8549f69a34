import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeGeneratedPart } from '../platform/generated-file.ts';
import { purposes } from './dependency-purposes.ts';

/**
 * A part of `npm run docs`, which writes docs/dependencies.md: what each package of an installation for production is for, and what it
 * weighs with the packages that only it brings. With `--check` it writes nothing, and fails if a dependency has no purpose, or if
 * what is installed has grown by more than 5 % over the page.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const path = join(root, 'docs/dependencies.md');
const mostGrowth = 1.05;

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  dev?: boolean;
  /** The folder to which it is a link, of a package of this repository. */
  resolved?: string;
  link?: boolean;
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>;
};
const direct = Object.keys(packages['']?.dependencies ?? {});

/** The folder of a package as another one finds it, from its own folder outwards. */
function folderOf(from: string, name: string): string | undefined {
  for (let outer = from; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('node_modules/') - 1))) {
    const folder = `${outer === '' ? '' : `${outer}/`}node_modules/${name}`;
    if (folder in packages || outer === '') return folder in packages ? folder : undefined;
  }
}

/** The installed packages that some packages bring, themselves included. */
function broughtBy(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = names.map((name) => `node_modules/${name}`);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { link, resolved = '', ...listed } = packages[folder] ?? {};
    const { dependencies, optionalDependencies, peerDependencies, dev } = (link && packages[resolved]) || listed;
    if (found.has(folder) || dev || !existsSync(join(root, folder))) continue;
    found.add(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = folderOf(folder, name);
      if (next !== undefined) open.push(next);
    }
  }
  for (const folder of found) if (packages[folder]?.link) found.delete(folder);
  return found;
}

/** The bytes of a package without those that are installed inside of it. */
function bytesOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : bytesOf(join(folder, entry.name));
    else if (entry.isFile()) bytes += statSync(join(folder, entry.name)).size;
  return bytes;
}

const all = broughtBy(direct);
const sizes = new Map([...all].map((folder) => [folder, bytesOf(join(root, folder))]));
const megabytes = (folders: Iterable<string>) =>
  [...folders].reduce((sum, folder) => sum + (sizes.get(folder) ?? 0), 0) / 1e6;
const without = direct.filter((name) => !(name in purposes));
if (without.length > 0) {
  process.stderr.write(`src/process/dependency-purposes.ts does not say what these are for: ${without.join(', ')}\n`);
  process.exitCode = 1;
}

const total = megabytes(all);
if (process.argv.includes('--check')) {
  const [, packagesThen, megabytesThen] = /\b(\d{1,6}) packages, (\d{1,6}) MB/.exec(readFileSync(path, 'utf8')) ?? [];
  if (total > Number(megabytesThen) * mostGrowth || all.size > Number(packagesThen) * mostGrowth) {
    const grown = `${all.size} packages and ${total.toFixed(0)} MB instead of ${packagesThen} and ${megabytesThen}`;
    process.stderr.write(
      `An installation for production has grown by more than 5 %: ${grown}. If that is right, run npm run docs.\n`,
    );
    process.exitCode = 1;
  }
} else {
  const rows = direct.map((name) => {
    const rest = broughtBy(direct.filter((other) => other !== name));
    const own = [...all].filter((folder) => !rest.has(folder));
    return { name, own: own.length, size: megabytes(own) };
  });
  rows.sort((one, other) => other.size - one.size);
  const lines = rows.map(
    ({ name, own, size }) => `| \`${name}\` | ${purposes[name] ?? ''} | ${own} | ${size.toFixed(1)} |`,
  );
  writeGeneratedPart(
    'docs/dependencies.md',
    `\`npm ci --omit=dev\` installs ${all.size} packages, ${total.toFixed(0)} MB.

| Package | What it is for | Packages that only it brings | MB |
|---|---|--:|--:|
${lines.join('\n')}`,
  );
}
