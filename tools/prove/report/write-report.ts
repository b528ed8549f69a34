import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../../../src/platform/html.ts';
import type { Html } from '../../../src/platform/html.ts';
import type { Cause, Report } from './counts.ts';

/** Writes `report.json`, `report.html` and `junit.xml` into a folder, each as a whole in place of the one before. */
export function writeReport(folder: string, report: Report): void {
  mkdirSync(folder, { recursive: true });
  const files = {
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
    'report.html': pageOf(report),
    'junit.xml': junitOf(report),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.part`), text);
    renameSync(join(folder, `${name}.part`), join(folder, name));
  }
}

const number = (value: number) => value.toLocaleString('en-US');

/** The result in a sentence. */
export function summaryOf({ exchanges, equal, explained, different, causes, writesNotPlayed }: Report): string {
  const left = writesNotPlayed.reduce((sum, { count }) => sum + count, 0);
  const writes = left === 0 ? '' : ` ${number(left)} writes were not played, because that takes --sandbox.`;
  return `${number(exchanges)} exchanges: ${number(equal)} equal, ${number(explained)} explained, ${number(different)} different with ${number(causes.length)} causes.${writes}`;
}

/** A cause in a line. */
export function causeLine({ row, at, what, form, by, count, examples, decisions }: Cause): string {
  const [example] = examples;
  const shown = example ? `: recorded ${example.recorded}, answered ${example.answered} (${example.source})` : '';
  const ours = decisions.length === 0 ? '' : ` Perhaps: ${decisions.join('; ')}.`;
  return `${row}: ${at} ${what} (${form}), ${by}, ${number(count)} times${shown}.${ours}`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin-bottom:1rem}
th,td{border:1px solid #bbb;padding:.2rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}code{font-size:.9em}`;

function pageOf(report: Report): string {
  const { cells, causes, furtherCauses, rules, rulings, noise, writesNotPlayed, leftOut, notes, withoutTwin } = report;
  const { neverSeen } = report;
  const parts = [
    part(
      'What an old app would notice first',
      ['where', 'what it notices', 'how it changed', 'times'],
      causes.slice(0, mostFirst).map((cause) => [placeOf(cause), cause.notices, cause.form, number(cause.count)]),
    ),
    part('Rows', ['row', 'equal', 'explained', 'different', 'causes'], rowsOf(report)),
    ...[...Map.groupBy(causes, ({ row }) => row)].map(([row, own]) =>
      part(row, ['where', 'what', 'by', 'times', 'examples', 'perhaps'], own.map(causeCells)),
    ),
    furtherCauses > 0
      ? [html`<p>${number(furtherCauses)} further differences are of causes that are not listed.</p>`]
      : [],
    part(
      'By row, format and status',
      ['row', 'format', 'status', 'equal', 'explained', 'different'],
      cells.map(({ row, format, status, equal, explained, different }) => [
        row,
        format,
        String(status),
        ...[equal, explained, different].map(number),
      ]),
    ),
    part(
      'Explained by your rules',
      ['reason', 'where', 'times'],
      rules.map(({ rule, count }) => [rule.reason, `${rule.row ?? 'any row'}: ${rule.at}`, number(count)]),
    ),
    ...(
      [
        ['Added here, which no old app reads', report.added],
        ['Equal by rule', rulings],
        ['Not stable, so not compared', noise],
        ['Writes that were not played', writesNotPlayed],
        ['Left out', leftOut],
        ['Not recorded', notes],
        ['Compared over REST only', withoutTwin],
      ] as const
    ).map(([title, counts]) =>
      part(
        title,
        ['', 'times'],
        counts.map(Object.values).map(([text, count]) => [text, number(count)]),
      ),
    ),
    part(
      'Never seen',
      ['', ''],
      [
        ['rows', neverSeen.rows.join(', ')],
        ['formats', neverSeen.formats.join(', ')],
        ['statuses', neverSeen.statuses.join(', ')],
      ].filter(([, text]) => text !== ''),
    ),
  ].flat();
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What the old service answered</title><style>${style}</style>
<h1>What the old service answered, and what this one answers</h1>
${
  html`<p>${summaryOf(report)}</p>
    ${parts}`.text
}</html>\n`;
}

/** So many causes are named first. */
const mostFirst = 10;
const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
const placeOf = ({ row, at }: Cause) => html`<a href="#${anchorOf(row)}">${row}</a>: ${at}`;

/** The rows of the index: what of each was equal, and how many causes are listed of it. */
function rowsOf({ cells, causes }: Report): (string | Html)[][] {
  return [...Map.groupBy(cells, ({ row }) => row)].map(([row, own]) => {
    const sum = (name: 'equal' | 'explained' | 'different') => own.reduce((all, cell) => all + cell[name], 0);
    const count = causes.filter((cause) => cause.row === row).length;
    const counts = [sum('equal'), sum('explained'), sum('different'), count].map(number);
    return [count === 0 ? row : html`<a href="#${anchorOf(row)}">${row}</a>`, ...counts];
  });
}

/** A part of the page, unless it is empty. */
function part(title: string, head: string[], lines: (string | Html)[][]): Html[] {
  if (lines.length === 0) return [];
  const row = (cells: Html[]) =>
    html`<tr>
      ${cells}
    </tr>`;
  const first = row(head.map((cell) => html`<th>${cell}</th>`));
  return [
    html`<h2 id="${anchorOf(title)}">${title}</h2>
      <table>
        ${[first, ...lines.map((cells) => row(cells.map((cell) => html`<td>${cell}</td>`)))]}
      </table>`,
  ];
}

function causeCells({ at, what, form, by, count, examples, decisions }: Cause): (string | Html)[] {
  const shown = examples.map(
    ({ source, call, recorded, answered }) =>
      html`<p>
        ${source}: <code>${call}</code><br />recorded <code>${recorded}</code><br />answered <code>${answered}</code>
      </p>`,
  );
  return [at, `${what}: ${form}`, by, number(count), html`${shown}`, decisions.join('; ')];
}

/** The rows as tests, for programs that show such. */
function junitOf({ cells, causes }: Report): string {
  const tests = cells.map((cell) => {
    const own = cell.different === 0 ? [] : causes.filter(({ row }) => row === cell.row);
    const failure =
      cell.different === 0
        ? []
        : [
            html`<failure message="${`${number(cell.different)} different`}"
              >${own.map(causeLine).join('\n')}</failure
            >`,
          ];
    return html`<testcase classname="${cell.row}" name="${`${cell.format} ${cell.status}`}">${failure}</testcase> `;
  });
  const failed = cells.filter(({ different }) => different > 0).length;
  return `<?xml version="1.0" encoding="utf-8"?>\n${html`<testsuite name="runners prove" tests="${cells.length}" failures="${failed}"> ${tests}</testsuite> `.text}`;
}
