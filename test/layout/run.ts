import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './layout.ts';

/**
 * `node dist/test/layout/run.js`, a part of `npm run check`: every file of `test/` stands in a folder, test files begin with
 * a heading, and none is longer than a reader wants to read. It prints what is not so, and fails.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'test'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(`${root}${file}`));

for (const file of files) {
  for (const fault of faultsOf(file, readFileSync(`${root}${file}`, 'utf8'))) {
    process.stderr.write(`${file} ${fault}\n`);
    process.exitCode = 1;
  }
}
