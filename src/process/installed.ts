import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * What few need has a package.json of its own, so that `npm ci` stays small: `examples` (the page, and the clients of the examples),
 * `tools/kit` and `tools/spectral` (what single checks and tests need) and `tools/packed` (of which the build copies some files). What the project itself has is
 * not installed again. `node src/process/installed.ts FOLDER` installs the packages of a folder, unless they are there.
 */
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/dist\/$/, '');

/** Installs the packages of a folder, unless they are there as its package-lock.json has them. @returns the folder */
export async function installed(folder: string): Promise<string> {
  const place = join(root, folder);
  const [packages, lock] = [join(place, 'node_modules'), readFileSync(join(place, 'package-lock.json'))];
  const state = join(packages, '.installed.json');
  const isThere = () => existsSync(state) && readFileSync(state).equals(lock);
  if (isThere()) return place;
  process.stderr.write(`Installing what ${folder}/package.json names, once …\n`);
  await withInstalled(folder, (stage) => {
    if (isThere()) return;
    writeFileSync(join(stage, 'node_modules/.installed.json'), lock);
    rmSync(packages, { recursive: true, force: true });
    renameSync(join(stage, 'node_modules'), packages);
  });
  return place;
}

/**
 * Installs the packages of a folder for as long as they are used, in a folder beside them: a process that does the same at this moment,
 * and one that is ended, leave nothing half done.
 */
export async function withInstalled(folder: string, use: (stage: string) => void | Promise<void>): Promise<void> {
  const stage = mkdtempSync(join(root, folder, 'node_modules-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, folder, file), join(stage, file));
    execFileSync('npm', ['ci'], { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] });
    await use(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Loads a module of `tools/kit`, whose packages are installed before. Its types are checked by `npm run check`. */
export const fromKit = async <Module>(module: string): Promise<Module> =>
  (await import(pathToFileURL(join(await installed('tools/kit'), module)).href)) as Module;

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2]) await installed(process.argv[2]);
