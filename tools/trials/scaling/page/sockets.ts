import type { Drawing } from './drawing.ts';
import { line } from './reckon.ts';
import { figure, numberOf, origins, pointsOf, size, table } from './section.ts';
import type { Section } from './section.ts';

const wanted = [10_000, 25_000];

/** Idle subscriptions on two processes. */
export function socketsSection(): Section {
  const points = pointsOf('sockets').toSorted((a, b) => numberOf(a, 'sockets') - numberOf(b, 'sockets'));
  const sizes = [...new Set([...points.map((point) => numberOf(point, 'sockets')), ...wanted])].toSorted(
    (a, b) => a - b,
  );
  const at = (sockets: number) => points.find((point) => point['sockets'] === sockets);
  const valueAt = (name: string, sockets: number): number | null => {
    const point = at(sockets);
    if (point) return numberOf(point, name);
    const samples = points.map((one) => [numberOf(one, 'sockets'), numberOf(one, name)] as const);
    return line(samples, (count) => count)?.(sockets) ?? null;
  };
  const rows = sizes.map((sockets) => {
    const point = at(sockets);
    const cell = (name: string) => {
      const value = valueAt(name, sockets);
      return value === null ? '–' : figure(value, !point);
    };
    return [size(sockets), point ? cell('kBPerSocket') : '–', cell('memoryMB'), cell('msToLast')];
  });
  const drawing = (title: string, name: string, label: string): Drawing => ({
    title,
    x: { label: 'subscriptions', isLinear: true },
    y: { label, isLinear: true },
    marks: sizes.flatMap((x) => {
      const y = valueAt(name, x);
      return y === null ? [] : [{ x, y, series: 'two processes', panel: title, isReckoned: !at(x) }];
    }),
  });
  const text = `Idle subscriptions to posts of friends over WebSockets, on two processes with half of them each. Memory is what is resident in both after
collecting garbage. The time is that from the request which publishes a post until the last subscription has received it; clients, processes and
PostgreSQL share the cores. A reckoned figure continues the straight line through the measured ones.

${table([['Subscriptions', 'kB for each', 'MB of both processes', 'ms until the last receives a post'], ...rows])}

![Memory by the number of subscriptions](images/scaling/sockets-memory.svg)
![Time until the last subscription receives a post](images/scaling/sockets-last.svg)

${origins('sockets')}`;
  return {
    heading: 'Sockets',
    text,
    drawings: {
      'sockets-memory': drawing('Memory of two processes', 'memoryMB', 'MB'),
      'sockets-last': drawing('Time until the last subscription receives a post', 'msToLast', 'ms'),
    },
  };
}
