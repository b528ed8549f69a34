/** While large bodies in each format are read, other requests are answered. */
import { expect, test } from '@jest/globals';
import { as, cast } from '../../support/cast.ts';
import { contentTypes } from '../../support/client.ts';
import { testService } from '../../support/service.ts';
import { workoutBody } from '../../support/workouts.ts';

const service = await testService();
const { ann } = await cast(service);
const mebibyte = 1024 * 1024;

/** The longest time, in milliseconds, for which nothing else got a turn while the work was done. */
async function longestStandstill(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work();
  longest = Math.max(longest, performance.now() - last);
  clearInterval(watch);
  return longest;
}

const point = (i: number) => ({ lat: 47 + i / 1e6, lng: '8.5', time: new Date(1.6e12 + i * 1000).toISOString() });
const points = (count: number) => Array.from({ length: count }, (_, i) => point(i));
const xmlPoint = (i: number) => {
  const { lat, lng, time } = point(i);
  return `<object><lat>${lat}</lat><lng>${lng}</lng><time>${time}</time></object>`;
};
const xml = (body: Record<string, unknown>, count: number) =>
  `<object>${Object.entries(body)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('')}<points>${Array.from({ length: count }, (_, i) => xmlPoint(i)).join('')}</points></object>`;
const yaml = (body: Record<string, unknown>, count: number) =>
  `${JSON.stringify(body).slice(1, -1).replaceAll(',"', '\n"').replaceAll('":', '": ')}\npoints:\n${points(count)
    .map(({ lat, lng, time }) => `- {lat: ${lat}, lng: ${lng}, time: "${time}"}\n`)
    .join('')}`;

const { points: _none, ...plain } = workoutBody();
const at = (runDate: string) => ({ ...plain, run_date: runDate });

type Type = 'json' | 'xml' | 'yaml';
const large: [type: Type, what: string, body: () => string, status: number, text: RegExp][] = [
  ['xml', '100,000 points', () => xml(at('2021-01-01T00:00:00Z'), 100_000), 201, /"route_points_data":"_/],
  ['json', 'as many', () => JSON.stringify({ ...at('2021-01-02T00:00:00Z'), points: points(100_000) }), 201, /:"_/],
  ['yaml', '8,000 points', () => yaml(at('2021-01-03T00:00:00Z'), 8_000), 201, /"route_points_data":"_/],
  ['xml', 'a wrong end', () => `${xml(at('2021-01-04T00:00:00Z'), 250_000)}<`, 400, /^the XML is not well-formed/],
  ['xml', 'a bad title', () => xml({ ...at('2021-01-05T00:00:00Z'), title: '' }, 50_000), 400, /^title: /],
  [
    'json',
    'a wrong point',
    () => JSON.stringify({ ...plain, points: [...points(50_000), 5] }),
    400,
    /^points\[50000\]: /,
  ],
  [
    'json',
    'a wrong end',
    () => JSON.stringify({ ...plain, points: points(100_000) }).slice(0, -1),
    400,
    /not valid JSON/,
  ],
  ['json', 'points of no kind', () => JSON.stringify({ ...plain, points: { a: points(20_000) } }), 400, /^points: /],
  [
    'json',
    'a list for a title',
    () => JSON.stringify({ ...plain, title: points(20_000) }),
    400,
    /^title: must be a text/,
  ],
  ['json', 'a list', () => JSON.stringify(points(20_000)), 400, /must be an object with named fields/],
  ['xml', '32 MiB of points', () => xml(plain, 300_000), 413, /250000|1500000/],
  ['xml', '32 MiB of elements', () => `<a>${'<b/>'.repeat(8 * mebibyte - 2)}</a>`, 413, /elements/],
  ['json', '32 MiB of lists', () => `{"points":[${'[],'.repeat(10 * mebibyte)}[]]}`, 413, /values/],
  ['yaml', 'a megabyte of lists', () => `a: [${'[],'.repeat(mebibyte / 3 - 9)}]`, 413, /values/],
  ['yaml', 'a megabyte of comments', () => '#\n'.repeat(mebibyte / 2), 413, /values/],
];

test.each(large)('%s with %s is read while other requests are answered', async (type, _what, make, status, text) => {
  const body = Buffer.from(make());
  const begun = performance.now();
  const standstill = await longestStandstill(async () => {
    const answer = await as(ann).send('POST', '/workout/', {
      headers: { 'Content-Type': contentTypes[type] },
      body,
    });
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
  });
  // On the request loop, reading would be most of the time; what is stored is measured there, too.
  if (status !== 201) expect(standstill).toBeLessThan(Math.max(1000, (performance.now() - begun) / 2));
});

test.each<[Type, string]>([
  ['json', `{"x":[${'[],'.repeat(20_000)}[]]}`],
  ['xml', `<a>${'<b/>'.repeat(50_000)}</a>`],
  ['yaml', `x: [${'[],'.repeat(20_000)}]`],
])('%s of many values where a body has no points is refused', async (type, body) => {
  const headers = { 'Content-Type': contentTypes[type] };
  const answer = await as(ann).send('PATCH', `/user/${ann.id}/`, { headers, body });
  expect([answer.status, answer.text]).toEqual([413, expect.stringMatching(/values|elements/)]);
});

test('a body of more than a thousand fields is refused', async () => {
  const body = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, i]));
  expect((await as(ann).patch(`/user/${ann.id}/`, body)).status).toBe(413);
});
