import type { FileName } from '../bundle/field.ts';
import { differencePicture } from './difference-picture.ts';
import type { Differing, Verified } from './verify.ts';

const columns = ['read', 'same', 'differing', 'missing', 'refused', 'kept'] as const;
const meanings = {
  read: 'records that the bundle has',
  same: 'here as the bundle has them',
  differing: 'here with other values',
  missing: 'not here',
  refused: 'not loaded, because of a fault that `refused.jsonl` names',
  kept: 'changed here since they were loaded',
} as const;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return escaped(text.length > 300 ? `${text.slice(0, 300)}…` : text);
};

/** The page of a verification, for people: what was counted, and the first records of each file that differ. */
export function reportPage(
  counts: ReadonlyMap<FileName, Verified>,
  differing: readonly Differing[],
  taken: string,
): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const rows = [...counts].map(
    ([name, of]) => `<tr><th>${name}</th>${columns.map((column) => `<td>${number(of[column])}</td>`).join('')}</tr>`,
  );
  const sums = [...counts].flatMap(([name, of]) =>
    Object.entries(of.sums).map(([field, { bundle, here }]) => {
      const differs = Math.abs(bundle - here) > 0.0051 * of.read;
      const picture = differs ? differencePicture({ field, expected: bundle, found: here }) : '';
      return `<tr><th>${name}</th><th>${escaped(field)}</th><td>${number(bundle)}</td><td>${number(here)}</td><td>${picture}</td></tr>`;
    }),
  );
  const wrong = [...counts.values()].reduce((sum, of) => sum + of.differing + of.missing, 0);
  const parts = [...counts.keys()].map((name) => {
    const own = differing.filter(({ file }) => file === name);
    if (own.length === 0) return '';
    const items = own.map(({ line, id, differences }) => {
      const fields = differences.map(
        (one) =>
          `<tr><th>${escaped(one.field)}</th><td>${shown(one.expected)}</td><td>${shown(one.found)}</td><td>${differencePicture(one)}</td></tr>`,
      );
      const table = `<table><tr><th>field</th><th class="bundle">bundle</th><th class="here">here</th><th></th></tr>${fields.join('')}</table>`;
      return `<li>line ${line}, id ${id}: ${fields.length === 0 ? 'it is not here' : table}</li>`;
    });
    return `<h2>${name}</h2><ul>${items.join('')}</ul>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What was taken over</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}
th,td{border:1px solid #bbb;padding:.2rem .6rem;text-align:right;vertical-align:top;overflow-wrap:anywhere}th{text-align:left}
.bundle{color:#c33}.here{color:#26c}</style>
<h1>What was taken over</h1>
<p>The bundle is of ${escaped(taken)}. ${wrong === 0 ? 'Everything that was loaded is here as the bundle has it.' : `${number(wrong)} records are not as the bundle has them.`}</p>
<table><tr><th></th>${columns.map((column) => `<th>${column}</th>`).join('')}</tr>${rows.join('')}</table>
<dl>${columns.map((column) => `<dt><b>${column}</b></dt><dd>${escaped(meanings[column])}</dd>`).join('')}</dl>
<h2>Sums</h2><p>Of the records that were compared: numbers, and the lengths of lists.</p>
<table><tr><th></th><th></th><th class="bundle">bundle</th><th class="here">here</th><th></th></tr>${sums.join('')}</table>
${parts.join('')}</html>\n`;
}
