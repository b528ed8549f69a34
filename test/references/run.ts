import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brokenIn } from './references.ts';
import { placesOf } from './places.ts';
import { proseOf } from './prose.ts';

/**
 * `node dist/test/references/run.js`, a part of `npm run check`: every reference in a comment or a page of Markdown must lead
 * somewhere inside the repository. It prints those that do not, each with its file and line, and fails.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(`${root}${file}`));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

const places = placesOf(files, read);
const cites = (file: string) =>
  (/\.tsx?$/.test(file) && !file.endsWith('.d.ts')) || file.endsWith('.md') || file === '.oxlintrc.json';

let checked = 0;
for (const file of files.filter(cites)) {
  for (const { line, text } of proseOf(file, read(file))) {
    const { references, broken } = brokenIn(text, file, places);
    checked += references;
    for (const sentence of broken) {
      process.stderr.write(`${file}:${line}: ${sentence}\n`);
      process.exitCode = 1;
    }
  }
}
if (process.exitCode === undefined) process.stdout.write(`${checked} references, each to a place that exists.\n`);
