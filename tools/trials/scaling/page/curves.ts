import type { Point } from '../results.ts';
import type { Mark } from './drawing.ts';
import { line } from './reckon.ts';
import { figure, numberOf } from './section.ts';

/** The figures of requests, in milliseconds, by the names of their lines. */
const lines = { p50: 'p50', p99: 'p99', databaseCpu: 'PostgreSQL' } as const;
type Figure = keyof typeof lines;

/** How the figures of one item grow with a size. */
export interface Curve {
  name: string;
  points: readonly Point[];
  /** The name of the size in the points, and what the figures grow with. */
  size: string;
  scale: (size: number) => number;
}

const measured = ({ points, size }: Curve, at: number) => points.find((point) => point[size] === at);

function valueAt(curve: Curve, name: Figure, at: number): number | null {
  const point = measured(curve, at);
  if (point) return numberOf(point, name);
  const samples = curve.points.map((point) => [numberOf(point, curve.size), numberOf(point, name)] as const);
  return line(samples, curve.scale)?.(at) ?? null;
}

/** The cell of a size: p50, p99, and CPU time of PostgreSQL. */
export function cellOf(curve: Curve, at: number): string {
  const values = Object.keys(lines).map((name) => {
    const value = valueAt(curve, name as Figure, at);
    return value === null ? '–' : figure(value);
  });
  if (values.every((value) => value === '–')) return '–';
  return `${values.join(' / ')}${measured(curve, at) ? '' : ' (reckoned)'}`;
}

/** Three lines of a panel. */
export function marksOf(curve: Curve, sizes: readonly number[]): Mark[] {
  return Object.entries(lines).flatMap(([name, series]) =>
    sizes.flatMap((x): Mark[] => {
      const y = valueAt(curve, name as Figure, x);
      return y === null ? [] : [{ x, y, series, panel: curve.name, isReckoned: !measured(curve, x) }];
    }),
  );
}
