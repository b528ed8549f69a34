import { readFileSync } from 'node:fs';
import { writeGenerated, writeGeneratedPart } from '../../src/platform/generated-file.ts';
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

for (const [name, text] of Object.entries(pages)) writeGeneratedPart(`docs/contract/${name}.md`, text);

/** A part of a page that was written by hand, without its links. */
const partOf = (name: string, from: string, to?: string) => {
  const page = readFileSync(new URL(`../../../docs/contract/${name}.md`, import.meta.url), 'utf8');
  return plainText(page.slice(page.indexOf(from), to === undefined ? undefined : page.indexOf(to))).trim();
};
const texts = {
  conventions: partOf('README', '## General conventions'),
  heads: Object.fromEntries(Object.keys(modules).map((name) => [name, partOf(name, '\n', '## Rows')])),
};
writeGenerated('rest-compat/openapi/texts.json', `${JSON.stringify(texts, null, 2)}\n`);
