import { cellOf, marksOf } from './curves.ts';
import { numberOf, origins, pointsOf, size, table, valuesOf } from './section.ts';
import type { Section } from './section.ts';

const shown = [20, 1000, 5000];

/** The friends feed of readers with more and more friends. */
export function friendsSection(): Section {
  const points = pointsOf('friends');
  const curves = valuesOf(points, ({ interface: apiInterface }) => String(apiInterface)).map((apiInterface) => ({
    name: apiInterface,
    points: points.filter((point) => point['interface'] === apiInterface),
    size: 'friends',
    scale: (friends: number) => friends,
  }));
  const posts = valuesOf(points, (point) => size(numberOf(point, 'posts'))).join(' and ');
  const text = `A page of the friends feed for readers with 20 to 5,000 friends, in a database of ${posts} posts. Each cell is p50 / p99 / CPU time of
PostgreSQL for a request, in milliseconds.

${table([['Interface', ...shown.map((friends) => `${size(friends)} friends`)], ...curves.map((curve) => [curve.name, ...shown.map((friends) => cellOf(curve, friends))])])}

![Latencies and CPU time by the number of friends](images/scaling/friends.svg)

${origins('friends')}`;
  const drawing = {
    title: 'Latencies and CPU time of the friends feed by the number of friends',
    x: { label: 'friends' },
    y: { label: 'ms a request' },
    marks: curves.flatMap((curve) => marksOf(curve, shown)),
  };
  return { heading: 'Friends', text, drawings: { friends: drawing } };
}
