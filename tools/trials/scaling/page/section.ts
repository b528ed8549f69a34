import { readRuns } from '../results.ts';
import type { Point } from '../results.ts';
import type { Part } from '../settings.ts';
import type { Drawing } from './drawing.ts';

/** A section of the page, with its drawings by the names of their files. */
export interface Section {
  heading: string;
  text: string;
  drawings: Readonly<Record<string, Drawing>>;
}

/** All points of a part that stand. */
export const pointsOf = (part: Part): Point[] => readRuns(part).flatMap((run) => run.points);

/** The number of a point under a name. @throws Error when there is none */
export function numberOf(point: Point, name: string): number {
  const value = point[name];
  if (typeof value !== 'number') throw new Error(`${point.key} has no ${name}`);
  return value;
}

const format = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** A figure as tables have it, with three digits. */
export const figure = (value: number, isReckoned = false): string =>
  `${format.format(value)}${isReckoned ? ' (reckoned)' : ''}`;

/** A size, such as a number of posts, in full. */
export const size = (value: number): string => value.toLocaleString('en-US');

/** A table whose first row is its heading. */
export function table(rows: ReadonlyArray<readonly string[]>): string {
  const [head = [], ...body] = rows;
  return [head, head.map((_, n) => (n === 0 ? '---' : '--:')), ...body]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** The values of a name in points, in the order in which they come first. */
export const valuesOf = <Value>(points: readonly Point[], value: (point: Point) => Value): Value[] => [
  ...new Set(points.map(value)),
];

/** Where, when and how the points of a part were measured. */
export function origins(part: Part): string {
  return readRuns(part)
    .map(
      ({ date, commit, machine, load, connections, rounds, seconds, command, points }) =>
        `- ${points.length} ${points.length === 1 ? 'figure' : 'figures'}: ${date} UTC, commit ${commit}, ${machine}, load average ${load} before; ` +
        `${part === 'events' || part === 'sockets' ? '' : `${part === 'workers' ? '8 connections for each process' : `${connections} connections`}, ${rounds} × ${seconds} s; `}` +
        `\`${command}\``,
    )
    .join('\n');
}
