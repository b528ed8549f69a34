import { readFileSync, writeFileSync } from 'node:fs';
import { plainText } from '../openapi/json-schema.ts';
import { table } from '../table.ts';
import { deviationText } from './deviation-page.ts';
import { deviations } from './deviations.ts';
import { structures } from './envelopes.ts';
import { modules } from './modules.ts';
import { recordText } from './record-page.ts';
import { records } from './records.ts';
import { rowText } from './row-page.ts';

/**
 * `npm run docs`: writes the generated half of the pages in `docs/contract/`, below the marker of each: the rows of a
 * module, the records, and the deviations. What was written by hand there goes into the texts of the OpenAPI document, because an installed
 * service has no `docs/`. With `--check` it writes nothing and fails when the committed files are out of date.
 */
const marker = /^<!-- Generated .*-->$/m;

const pages: Record<string, string> = {
  records: Object.entries({ ...structures, ...records })
    .map(([name, record]) => recordText(name, record))
    .join('\n\n'),
  deviations: Object.entries(deviations)
    .map(([name, deviation]) => deviationText(name, deviation))
    .join('\n\n'),
};
for (const [name, rows] of Object.entries(modules))
  pages[name] = Object.entries(rows)
    .map(([label, description]) => rowText(label, table[label]!, description))
    .join('\n\n');

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

function write(name: string, text: string): void {
  if (text === read(name)) return;
  if (!process.argv.includes('--check')) writeFileSync(new URL(`../../../${name}`, import.meta.url), text);
  else {
    process.stderr.write(`${name} is stale: run npm run docs\n`);
    process.exitCode = 1;
  }
}

for (const [name, text] of Object.entries(pages)) {
  const path = `docs/contract/${name}.md`;
  const old = read(path);
  const head = marker.exec(old);
  if (!head) throw new Error(`${path} has no line that says what is generated`);
  write(path, `${old.slice(0, head.index + head[0].length)}\n\n${text}\n`);
}

/** A part of a page that was written by hand, without its links. */
const partOf = (name: string, from: string, to?: string) => {
  const page = read(`docs/contract/${name}.md`);
  return plainText(page.slice(page.indexOf(from), to === undefined ? undefined : page.indexOf(to))).trim();
};
const texts = {
  conventions: partOf('README', '## General conventions'),
  heads: Object.fromEntries(Object.keys(modules).map((name) => [name, partOf(name, '\n', '## Rows')])),
};
write('rest-compat/openapi/texts.json', `${JSON.stringify(texts, null, 2)}\n`);
