import type { Measured } from './report.ts';
import { marked } from './report.ts';

/** One figure of two things that are compared; several values (median, p95) are compared each with its like. */
export interface Line {
  what: string;
  figure: string;
  from: readonly number[];
  to: readonly number[];
  digits: number;
  /** At most this many times as much. */
  bar: number;
  /** The floor's own ratio. */
  floor?: number;
}

/** What the service and the floor cost, in one place. */
export interface Costs {
  service: Measured;
  floor: Measured;
}

const figures: ReadonlyArray<readonly [name: string, value: (measured: Measured) => number]> = [
  ['ms a request (1000 / throughput)', ({ throughput }) => 1000 / throughput],
  ['p50 ms', ({ p50 }) => p50],
  ['CPU ms a request, server and PostgreSQL', ({ cpu, databaseCpu }) => cpu + databaseCpu],
];

/** What a request costs the service in two places or of two kinds, beside what it costs the floor. */
export function costLines(what: string, from: Costs, to: Costs, bar: number): Line[] {
  return figures.map(([figure, value]) => ({
    what,
    figure,
    from: [value(from.service)],
    to: [value(to.service)],
    digits: 3,
    bar,
    floor: value(to.floor) / value(from.floor),
  }));
}

/** The lines as a Markdown table. */
export function growthTable(from: string, to: string, lines: readonly Line[]): string {
  const heading = [
    `| what | figure | ${from} | ${to} | ratio | bar | the floor's ratio |`,
    '|---|---|--:|--:|--:|--:|--:|',
  ];
  return [...heading, ...lines.map(cellsOf)].join('\n');
}

function cellsOf(line: Line): string {
  const values = (list: readonly number[]) => list.map((value) => value.toFixed(line.digits)).join(' / ');
  const ratios = line.to.map((value, n) => value / (line.from[n] ?? Number.NaN));
  const ratio = ratios.map((one) => marked(`${one.toFixed(2)}×`, one <= line.bar)).join(' / ');
  const cells = [line.what, line.figure, values(line.from), values(line.to), ratio, `≤ ${line.bar}×`];
  return `| ${[...cells, line.floor ? `${line.floor.toFixed(2)}×` : ''].join(' | ')} |`;
}
