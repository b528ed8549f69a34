import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table } from '../table.ts';
import { structures } from './envelopes.ts';
import { modules } from './modules.ts';
import { recordText } from './record-page.ts';
import { records } from './records.ts';
import { rowText } from './row-page.ts';

/**
 * `npm run docs`: writes the generated half of the pages in `docs/contract/`, below the marker of each: the rows of a
 * module, and the records. With `--check` it writes nothing and fails when the committed files are out of date.
 */
const marker = /^<!-- Generated .*-->$/m;

const pages: Record<string, string> = {
  records: Object.entries({ ...structures, ...records })
    .map(([name, record]) => recordText(name, record))
    .join('\n\n'),
};
for (const [name, rows] of Object.entries(modules))
  pages[name] = Object.entries(rows)
    .map(([label, description]) => rowText(label, table[label]!, description))
    .join('\n\n');

for (const [name, text] of Object.entries(pages)) {
  const path = fileURLToPath(new URL(`../../../docs/contract/${name}.md`, import.meta.url));
  const old = readFileSync(path, 'utf8');
  const head = marker.exec(old);
  if (!head) throw new Error(`docs/contract/${name}.md has no line that says what is generated`);
  const page = `${old.slice(0, head.index + head[0].length)}\n\n${text}\n`;
  if (page === old) continue;
  if (!process.argv.includes('--check')) writeFileSync(path, page);
  else {
    process.stderr.write(`docs/contract/${name}.md is stale: run npm run docs\n`);
    process.exitCode = 1;
  }
}
