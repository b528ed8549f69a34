import type { Point } from '../results.ts';
import type { Drawing } from './drawing.ts';
import { figure, numberOf, origins, pointsOf, table, valuesOf } from './section.ts';
import type { Section } from './section.ts';

const shown = [1, 2, 4, 8];

/** Requests a second with more and more processes. */
export function workersSection(): Section {
  const points = pointsOf('workers');
  const rows = valuesOf(points, ({ item, interface: apiInterface }) => `${item} ${apiInterface}`);
  const at = (row: string, workers: number) =>
    points.find((point) => `${point['item']} ${point['interface']}` === row && point['workers'] === workers);
  /** Processes that are busy all the time, each with a core of its own, and a database that is not. */
  const reckoned = (row: string, workers: number) => (workers * 1000) / numberOf(first(points, row), 'serviceCpu');
  const rates = rows.map((row) => [
    row,
    ...shown.map((workers) => {
      const point = at(row, workers);
      return point ? figure(numberOf(point, 'requestsPerSecond')) : figure(reckoned(row, workers), true);
    }),
    figure(numberOf(first(points, row), 'serviceCpu')),
    figure(numberOf(first(points, row), 'databaseCpu')),
  ]);
  const latencies = rows.map((row) => [
    row,
    ...shown.map((workers) => {
      const point = at(row, workers);
      return point ? `${figure(numberOf(point, 'p50'))} / ${figure(numberOf(point, 'p99'))}` : '–';
    }),
  ]);
  const head = shown.map((workers) => `\`WORKERS=${workers}\``);
  const drawing: Drawing = {
    title: 'Requests a second with 1, 2, 4 and 8 processes',
    x: { label: 'WORKERS' },
    y: { label: 'requests/s' },
    marks: rows.flatMap((row) => {
      const [panel = '', series = ''] = row.split(' ');
      return [
        ...shown.flatMap((x) => {
          const point = at(row, x);
          if (!point) return [];
          return [{ x, y: numberOf(point, 'requestsPerSecond'), series, panel, isReckoned: false }];
        }),
        ...shown.map((x) => ({
          x,
          y: reckoned(row, x),
          series,
          panel,
          isReckoned: true,
          line: `${series}, a core each`,
        })),
      ];
    }),
  };
  const text = `F is a page of the friends feed, P one post, W an uploaded workout of 1,000 points, and L the 20 latest workouts of a user, in a
database of ${numberOf(points[0] as Point, 'posts').toLocaleString('en-US')} posts. Clients, processes and PostgreSQL share the cores of the machine, so that more processes than
cores are not faster. A reckoned rate is that of processes which each have a core of their own, which is another curve than the measured
one: \`WORKERS\` × 1,000 ms / CPU time of a request. PostgreSQL then needs as many cores as this rate × its own CPU time of a request.

${table([['Requests/s', ...head, 'CPU ms of the service', 'CPU ms of PostgreSQL'], ...rates])}

![Requests a second with 1, 2, 4 and 8 processes](images/scaling/workers.svg)

${table([['p50 / p99 in ms', ...head], ...latencies])}

${origins('workers')}`;
  return { heading: 'Processes', text, drawings: { workers: drawing } };
}

/** The point of a row with the fewest processes. */
const first = (points: readonly Point[], row: string): Point =>
  points
    .filter((point) => `${point['item']} ${point['interface']}` === row)
    .toSorted((a, b) => numberOf(a, 'workers') - numberOf(b, 'workers'))[0] as Point;
