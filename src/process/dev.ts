import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run dev`: the compiler watches the sources, and Node restarts the service when a file that it has loaded is
 * compiled again. Both end with this process, and this process ends with either of them.
 */
const main = fileURLToPath(new URL('../main.js', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/**
 * Starts a program in a process group of its own, because the compiler and Node in watch mode start further processes.
 */
const run = (...args: string[]): ChildProcess => spawn(process.execPath, args, { stdio: 'inherit', detached: true });
const children = [
  run(compiler, '-b', '.', '--watch', '--preserveWatchOutput'),
  run('--watch', '--watch-preserve-output', '--max-semi-space-size=32', '--enable-source-maps', main),
];

const stop = (): void => {
  for (const { pid } of children) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    } catch {
      // The process has already ended.
    }
  }
};
for (const child of children) child.once('exit', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
