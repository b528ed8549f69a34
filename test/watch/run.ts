import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { emit } from './emit.ts';
import { relatedTests } from './related.ts';

/**
 * `npm run test:watch [-- PATTERN…] [-t NAME]`: on each change it runs the tests of the pattern, or those that are near to what has changed,
 * and then checks the types. The first result doesn't wait for the compiler, because most files only need their types removed, nor for
 * libraries, because a process that has loaded them waits for the next change (`test/watch/spare.ts`).
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const watched = ['src', 'schema', 'rest-compat', 'test', 'tools', 'packages', 'examples/clients', 'examples/offline'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { testNamePattern: { type: 'string', short: 't' } },
});

/** A process that has loaded the libraries and waits for the names of tests. */
const newSpare = () =>
  fork(new URL('spare.js', import.meta.url), {
    cwd: root,
    execArgv: [
      '--external-memory-accounted-in-global-limit',
      '--max-semi-space-size=64',
      '--disable-warning=ExperimentalWarning',
    ],
  });
let spare = newSpare();
/** The tests or the compiler that run at the moment. */
let running: ChildProcess | undefined;
let changed = new Set<string>();
let wake = () => {};

const endOf = (child: ChildProcess) => {
  running = child;
  return new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
};

/** Runs the compiler. @returns whether it came to its end before another file changed */
async function checkTypes(): Promise<void> {
  const began = performance.now();
  const compiler = spawn(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-b', '.', 'tools/playground/browser'],
    { cwd: root, stdio: 'inherit' },
  );
  if ((await endOf(compiler)) === 0) process.stdout.write(`The types are right (${seconds(began)} s).\n`);
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

async function runTests(files: readonly string[], began: number): Promise<void> {
  const chosen = positionals.length > 0 ? positionals : relatedTests(files);
  if (chosen.length === 0)
    return void process.stdout.write('No test is near. Name some: npm run test:watch -- PATTERN\n');
  process.stdout.write(`\n${files.join(', ')}: ${chosen.join(' ')}\n`);
  const words = values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern];
  const tests = spare;
  const ended = endOf(tests);
  tests.send({ words: [...words, ...chosen], began: Date.now() - (performance.now() - began) });
  await ended;
  spare = newSpare();
}

for (const folder of watched.filter((name) => existsSync(join(root, name))))
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name === null || !/\.(ts|json)$/.test(name) || /(^|\/)(node_modules|gql)/.test(name)) return;
    changed.add(`${folder}/${name}`);
    // What is tried at the moment is no longer what is there.
    if (running?.exitCode === null) running.kill('SIGKILL');
    wake();
  });
process.on('exit', () => {
  running?.kill('SIGKILL');
  spare.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));

process.stdout.write('Waiting for a change of a source …\n');
for (;;) {
  if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
  const began = performance.now();
  // An editor writes several files, or one in parts.
  await sleep(30);
  const files = [...changed];
  changed = new Set();
  const isReady = files.map((file) => emit(root, file)).every(Boolean);
  if (!isReady) await checkTypes();
  if (changed.size === 0) await runTests(files, began);
  if (changed.size === 0 && isReady) await checkTypes();
}
