import { cellOf, marksOf } from './curves.ts';
import { figure, numberOf, origins, pointsOf, size, table, valuesOf } from './section.ts';
import type { Section } from './section.ts';

const shown = [10_000, 100_000, 1_000_000, 10_000_000];
const about: Readonly<Record<string, string>> = {
  F: 'friends feed (F)',
  P: 'one post (P)',
  S: 'search by name (S)',
  local: 'local feed',
  I: 'inbox (I)',
};

/** Latencies and CPU time in larger and larger databases. */
export function postsSection(): Section {
  const points = pointsOf('posts');
  const curves = valuesOf(points, ({ item }) => String(item)).map((item) => ({
    name: about[item] ?? item,
    points: points.filter((point) => point['item'] === item),
    size: 'posts',
    scale: Math.log10,
  }));
  const databases = valuesOf(points, (point) => numberOf(point, 'posts'))
    .toSorted((a, b) => a - b)
    .map((posts) => {
      const point = points.find((one) => one['posts'] === posts);
      if (!point) return '';
      const seconds = numberOf(point, 'seedSeconds');
      return `${size(posts)} posts of ${size(numberOf(point, 'users'))} users, ${figure(numberOf(point, 'databaseMB'))} MB${seconds > 0 ? `, seeded in ${size(seconds)} s` : ''}`;
    });
  const text = `The same requests over REST in databases with more and more posts, and a tenth as many users. Each cell is p50 / p99 / CPU time of
PostgreSQL for a request, in milliseconds. A reckoned figure continues the straight line through the measured ones over the logarithm of the
number of posts. It does not know of memory: from the size on at which the database is larger than the memory of the machine, reads of the disk
come on top.

${table([['Item', ...shown.map((posts) => `${size(posts)} posts`)], ...curves.map((curve) => [curve.name, ...shown.map((posts) => cellOf(curve, posts))])])}

![Latencies and CPU time by the number of posts](images/scaling/posts.svg)

Databases: ${databases.join('; ')}.

${origins('posts')}`;
  const drawing = {
    title: 'Latencies and CPU time by the number of posts',
    x: { label: 'posts' },
    y: { label: 'ms a request' },
    marks: curves.flatMap((curve) => marksOf(curve, shown)),
  };
  return { heading: 'Posts', text, drawings: { posts: drawing } };
}
