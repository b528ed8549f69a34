import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A part of `npm run docs`: copies the files that docs/clients.md names into the block that follows each. With `--check` it writes
 * nothing and fails when a block is out of date.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/clients.md`, 'utf8');
const printed = page.replaceAll(
  /(^`(examples\/clients\/[\w./-]+)`(?:, [^\n]*)?:\n\n```\w+\n).*?(^```$)/gms,
  (_block, head: string, file: string, end: string) => `${head}${readFileSync(`${root}${file}`, 'utf8')}${end}`,
);
if (!process.argv.includes('--check')) writeFileSync(`${root}docs/clients.md`, printed);
else if (printed !== page) {
  process.stderr.write('docs/clients.md is stale: run npm run docs\n');
  process.exitCode = 1;
}
