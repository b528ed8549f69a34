import { spawn } from 'node:child_process';
import { pathToFileURL, fileURLToPath } from 'node:url';

/**
 * `npm run check [-- WORD…]`: builds, and runs all checks, or those whose names contain one of the words. It goes on after a failure, and ends
 * with all that failed. Programs of others run beside it; the project's own checks run in this process, one after the other, and share what they
 * load. This file itself runs without having been built.
 */
const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/dist\/$/, '');

interface Outcome {
  failed: boolean;
  said: string;
}
type Check = readonly [name: string, run: () => Promise<Outcome>];

/** Runs programs one after the other, until one fails. */
const programs =
  (...lines: string[]) =>
  (): Promise<Outcome> =>
    new Promise((resolve) => {
      let said = '';
      const child = spawn('sh', ['-c', lines.join(' && ')], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.once('close', (code) => resolve({ failed: code !== 0, said }));
    });

/** Loads a module that checks when it is loaded: it says on the standard error what is wrong, and sets the exit code. */
const module = (path: string) => async (): Promise<Outcome> => {
  let said = '';
  const { write } = process.stderr;
  process.stderr.write = ((text: string | Uint8Array) => (said += String(text))) as never;
  process.exitCode = 0;
  try {
    await import(pathToFileURL(`${root}dist/${path}.js`).href);
  } catch (error) {
    process.exitCode = 1;
    said += (error as Error).stack ?? String(error);
  } finally {
    process.stderr.write = write;
  }
  return { failed: process.exitCode !== 0, said };
};

const build: Check = ['build', programs('npm run build --silent')];

/** What needs no build. */
const unbuilt: Check[] = [
  ['format', programs('oxfmt --check .')],
  ['lint', programs('oxlint --deny-warnings')],
];

/** What the compiler tells of the projects that the build leaves out. */
const types: Check[] = [
  ['types of the kit', programs('node src/process/installed.ts tools/kit', 'tsc -p tools/kit')],
  ['types of the examples', programs('npm run example:types --silent', 'tsc -p examples')],
];

/** What is done in this process. The bounds are those of the service, so nothing of the tools may be loaded before them. */
const own: Check[] = [
  ['bounds', module('src/process/print-bounds')],
  ['schema', module('schema/print')],
  ['migrations', module('src/process/create-migration')],
  ['contract', module('rest-compat/contract/print')],
  ['dependencies', module('src/process/print-dependencies')],
  ['bundle of take-over', module('tools/take-over/bundle/print')],
  ['statements of prove', module('tools/prove/drive/print')],
  ['curves of growth', module('tools/trials/scaling/print-page')],
  ['references', module('test/references/run')],
  ['layout', module('test/layout/run')],
  ['conventions', module('test/conventions/run')],
];

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
process.argv.splice(2, Infinity, '--check');
const failures: (readonly [name: string, said: string])[] = [];

async function all(checks: readonly Check[]): Promise<void> {
  for (const [name, run] of checks) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const began = performance.now();
    const { failed, said } = await run();
    process.stdout.write(`${failed ? '✗' : '✓'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
    if (failed) failures.push([name, said.trim()]);
  }
}

const built = all([build]);
await Promise.all([built.then(() => all(own)), all(unbuilt).then(() => built.then(() => all(types)))]);
for (const [name, said] of failures) process.stdout.write(`\n✗ ${name}\n${said}\n`);
if (failures.length > 0)
  process.stdout.write(`\n${failures.length} failed: ${failures.map(([name]) => name).join(', ')}\n`);
process.exit(failures.length > 0 ? 1 : 0);
