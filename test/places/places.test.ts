/** The gazetteer finds places by name, and names by coordinates. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeGazetteer } from '../../src/platform/places/gazetteer.ts';
import { tooFastGrowth } from '@runners/testing';

const gazetteer = makeGazetteer();
// On a busy machine the first question alone may take longer than it is given.
beforeAll(async () => {
  while (!(await gazetteer.find('Zürich').catch(() => null)));
});
afterAll(() => gazetteer.close());

const danville = [37.8, -122];
const munich = [48.1, 11.6];
const cologne = [50.9, 7];
const zurich = [47.4, 8.6];
const gallen = [47.4, 9.4];
const newYork = [40.7, -74];
const washington = [38.9, -77];
const frankfurt = [50.1, 8.7];

/** Sent name, name given, coordinates to a tenth of a degree. */
const found: [string, string, number[]][] = [
  // A name alone: the most populous one
  ['Danville', 'Danville, CA', danville],
  ['Paris', 'Paris', [48.9, 2.3]],
  ['Portland', 'Portland, OR', [45.5, -122.7]],
  // What follows it
  ['Danville, CA', 'Danville, CA', danville],
  ['Danville, California', 'Danville, CA', danville],
  ['Danville, CA, USA', 'Danville, CA', danville],
  ['Danville CA', 'Danville, CA', danville],
  ['Danville, VA', 'Danville, VA', [36.6, -79.4]],
  ['Paris, Texas', 'Paris, TX', [33.7, -95.6]],
  ['Paris, France', 'Paris', [48.9, 2.3]],
  ['Paris, FR', 'Paris', [48.9, 2.3]],
  ['London, Ontario', 'London, Canada', [43, -81.2]],
  ['London, ON', 'London, Canada', [43, -81.2]],
  ['London, England', 'London', [51.5, -0.1]],
  ['Rome, GA', 'Rome, GA', [34.3, -85.2]],
  ['Christchurch New Zealand', 'Christchurch', [-43.5, 172.6]],
  ['12 Main St, Danville, CA', 'Danville, CA', danville],
  // The US state before the country of the same code or name, which comes next
  ['Richmond, CA', 'Richmond, CA', [37.9, -122.3]],
  ['Athens, Georgia', 'Athens, GA', [34, -83.4]],
  ['Tbilisi, Georgia', 'Tbilisi', [41.7, 44.8]],
  ['Hamburg, DE', 'Hamburg', [53.6, 10]],
  ['Perth, WA', 'Perth', [-32, 115.9]],
  // Case, accents, punctuation, spaces
  ['zürich', 'Zürich', zurich],
  ['ZURICH', 'Zürich', zurich],
  ['zuerich', 'Zürich', zurich],
  ['Zu\u0308rich', 'Zürich', zurich],
  ['  Danville\t, \n CA ', 'Danville, CA', danville],
  ['St. Gallen', 'Sankt Gallen', gallen],
  ['st gallen', 'Sankt Gallen', gallen],
  ['Saint Gallen, Switzerland', 'Sankt Gallen', gallen],
  ['Saint Louis, MO', 'St. Louis, MO', [38.6, -90.2]],
  ['sao paulo', 'São Paulo', [-23.5, -46.6]],
  ['Frankfurt', 'Frankfurt am Main', frankfurt],
  ['Frankfurt (Oder)', 'Frankfurt (Oder)', [52.3, 14.6]],
  ['bienne', 'Biel/Bienne', [47.1, 7.2]],
  // Other names
  ['Munich', 'Munich', munich],
  ['München', 'Munich', munich],
  ['muenchen, Bayern', 'Munich', munich],
  ['Cologne', 'Köln', cologne],
  ['Köln, Germany', 'Köln', cologne],
  ['New York', 'New York City, NY', newYork],
  ['New York, NY', 'New York City, NY', newYork],
  ['NYC', 'New York City, NY', newYork],
  ['Washington', 'Washington, DC', washington],
  ['Washington, D.C.', 'Washington, DC', washington],
  ['Москва', 'Moscow', [55.8, 37.6]],
];

describe('a name becomes a place', () => {
  test.each(found)('%j is %s', async (name, given, [latitude = 0, longitude = 0]) => {
    const place = await gazetteer.find(name);
    expect(place?.name).toBe(given);
    expect(place?.latitude).toBeCloseTo(latitude, 0);
    expect(place?.longitude).toBeCloseTo(longitude, 0);
  });

  // A state or country is not the village of that name on the other side of the world.
  const unknown = [
    'Nowhereville',
    'Nowhereville, CA',
    'Danville, Nowhere',
    'California',
    'Lebanon',
    '',
    '  ',
    ',,,',
    '🏃',
  ];
  const hostile = [
    '__proto__',
    'constructor',
    'toString, CA',
    'Zürich\u0000',
    '\u001B[31m',
    '\uD800',
    "'; DROP TABLE users; --",
  ];
  test.each([...unknown, ...hostile, 'Paris, '.repeat(28)])('%j is unknown', async (name) => {
    await expect(gazetteer.find(name)).resolves.toBeNull();
  });
  test.each(['x', 'ä, ', ' ', '\u0301'])('%j many times takes time that grows with its length', async (name) => {
    const text = (length: number) => name.repeat(length / name.length);
    await expect(gazetteer.find(text(10_000))).resolves.toBeNull();
    expect(await tooFastGrowth((it: string) => gazetteer.find(it), { name, text }, 200_000)).toBeNull();
  });
});

describe('coordinates become a place', () => {
  const near: [number, number, string | null][] = [
    [37.8216, -122, 'Danville, CA'],
    [47.3769, 8.5417, 'Zürich'],
    [40.7128, -74.006, 'New York City, NY'],
    [42.98, -81.25, 'London, Canada'],
    [47.5, 8.72, 'Winterthur'], // not one of its quarters
    [-18.14, 178.44, 'Suva'],
    [0, 0, null], // the sea
    [90, 0, null],
    [-90, -180, null],
    [91, 0, null],
    [0, 181, null],
    [Number.NaN, 0, null],
    [0, Number.POSITIVE_INFINITY, null],
  ];
  test.each(near)('%d %d is %j', async (latitude, longitude, name) => {
    expect((await gazetteer.nearest(latitude, longitude))?.name ?? null).toBe(name);
  });

  test('up to 25 km away', async () => {
    const svalbard = await gazetteer.find('Longyearbyen');
    if (!svalbard) throw new Error('Longyearbyen is unknown');
    const { latitude, longitude, name } = svalbard;
    expect(await gazetteer.nearest(latitude - 0.22, longitude)).toMatchObject({ name });
    expect(await gazetteer.nearest(latitude - 0.23, longitude)).toBeNull();
  });

  const towns = [
    'Zürich',
    'Munich',
    'Springfield, IL',
    'Springfield, MO',
    'Valencia, Spain',
    'Hyderabad, Pakistan',
    'Córdoba',
  ];
  const more = [
    'Portland, ME',
    'Perth, Scotland',
    'Newcastle, UK',
    'San José, CR',
    'Birmingham, AL',
    'Hong Kong',
    'Xi’an',
  ];
  test.each([...towns, ...more])('the name of %s leads back to it', async (name) => {
    const place = await gazetteer.find(name);
    expect(place).not.toBeNull();
    const nearest = await gazetteer.nearest(place?.latitude ?? 0, place?.longitude ?? 0);
    expect(nearest).toEqual(place);
    expect(await gazetteer.find(nearest?.name ?? '')).toEqual(place);
  });
});

describe('the worker', () => {
  test('answers many simultaneous queries correctly', async () => {
    const names = Array.from({ length: 200 }, (_, i) => ['Zürich', 'Oslo', 'Nowhereville', 'Denver, CO'][i % 4] ?? '');
    const places = await Promise.all(names.map((name) => gazetteer.find(name)));
    expect(places.map((place) => place?.name ?? 'Nowhereville')).toEqual(names);
  });

  test('does not take a query without an answer in time for one about an unknown place', async () => {
    const hasty = makeGazetteer({ answer: 1, idle: 60_000 });
    await expect(hasty.find('Oslo')).rejects.toMatchObject({ code: 'BUSY', details: { retryAfter: 5 } });
    await hasty.close();
  });

  test('ends when idle and starts again on demand', async () => {
    const brief = makeGazetteer({ answer: 30_000, idle: 1 });
    await expect(brief.find('Oslo')).resolves.toMatchObject({ name: 'Oslo' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(brief.nearest(59.91, 10.75)).resolves.toMatchObject({ name: 'Oslo' });
    await brief.close();
  });

  test('answers waiting and later queries as not looked up when it is closed', async () => {
    const closing = makeGazetteer();
    const waiting = closing.find('Oslo');
    const ended = expect(waiting).rejects.toMatchObject({ code: 'BUSY' });
    await closing.close();
    await ended;
    await expect(closing.find('Oslo')).rejects.toMatchObject({ code: 'BUSY' });
    await closing.close();
  });

  test('reads the gazetteer without blocking the process', async () => {
    const fresh = makeGazetteer({ answer: 30_000, idle: 60_000 });
    let longest = 0;
    let last = performance.now();
    const clock = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await fresh.find('Oslo');
    clearInterval(clock);
    await fresh.close();
    // Some milliseconds in a process of its own; a test machine runs other things on the same cores.
    expect(longest).toBeLessThan(1000);
  });
});
