import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const marker = /^<!-- Generated .*-->$/m;
const pathOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/**
 * Writes a file of the repository that is made from the code, unless it is right already. With `--check` among the words of the process it
 * writes nothing, and the process fails if the file is outdated.
 * @param name its path from the root of the repository
 * @param command what writes the file
 */
export function writeGenerated(name: string, text: string, command = 'npm run docs'): void {
  const path = pathOf(name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (!process.argv.includes('--check')) return writeFileSync(path, text);
  process.stderr.write(`${name} is outdated: run ${command}\n`);
  process.exitCode = 1;
}

/** Writes what is below the marker of a page in the same way, and leaves what was written by hand above it. */
export function writeGeneratedPart(name: string, text: string): void {
  const page = readFileSync(pathOf(name), 'utf8');
  const head = marker.exec(page);
  if (!head) throw new Error(`${name} has no line that says what is generated`);
  writeGenerated(name, `${page.slice(0, head.index + head[0].length)}\n\n${text}\n`);
}
