/** A geocoder over HTTP is used before the gazetteer, and its failures are handled. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/platform/config.ts';
import { makeGazetteer } from '../../src/platform/places/gazetteer.ts';
import { makeGeocoder } from '../../src/platform/places/geocoder.ts';
import type { Place, Places } from '../../src/platform/places/places.ts';
import { as, cast } from '../support/cast.ts';
import { fakeGeocoder } from '../support/geocoder.ts';
import type { Mischief } from '../support/geocoder.ts';
import { testService } from '../support/service.ts';

const geocoder = await fakeGeocoder();
const service = await testService({ GEOCODER_URL: geocoder.url });
const { ann } = await cast(service);
const gazetteer = makeGazetteer();
// On a busy machine the first question alone may take longer than it is given.
beforeAll(async () => {
  while (!(await gazetteer.find('Oslo').catch(() => null)));
});
afterAll(() => gazetteer.close());

const warnings: unknown[] = [];
const log = { warn: (what: unknown) => void warnings.push(what) };
const generous = 60_000;
const unhurried = { answer: generous, rest: generous };
const fresh = (times = unhurried): Places => makeGeocoder(geocoder.url, gazetteer, log, times);
const rounded = (place: Place | null) =>
  place && [place.name, Math.round(place.latitude * 10) / 10, Math.round(place.longitude * 10) / 10];

const path = `/profile/${ann.id}/`;
const located = async (changes: object) => {
  expect((await as(ann).patch(path, changes)).status).toBe(202);
  const { location_name, location_lat, location_lng } = (await as(ann).get(path)).json();
  return [location_name, location_lat, location_lng];
};

describe('the location of a profile', () => {
  test('gets its coordinates from the geocoder', async () => {
    geocoder.names.set('Grandma’s Farm', { lat: '46.5', lon: '7.25', display_name: 'Grandma’s Farm, Bern' });
    expect(await located({ location_name: 'Grandma’s Farm' })).toEqual(['Grandma’s Farm', 46.5, 7.25]);
    const [requested] = geocoder.calls;
    expect(requested?.pathname).toBe('/nominatim/search');
    expect(Object.fromEntries(requested?.searchParams ?? [])).toMatchObject({
      key: 'secret',
      q: 'Grandma’s Farm',
      format: 'jsonv2',
      limit: '1',
    });
  });

  test('gets its name from the geocoder', async () => {
    geocoder.here = { lat: '46.61', lon: '7.11', address: { village: 'Nowhere', country_code: 'ch' } };
    expect(await located({ location_lat: 46.6, location_lng: 7.1 })).toEqual(['Nowhere', 46.6, 7.1]);
    expect(geocoder.calls[0]?.pathname).toBe('/nominatim/reverse');
    expect(Object.fromEntries(geocoder.calls[0]?.searchParams ?? [])).toMatchObject({ lat: '46.600', lon: '7.100' });
  });

  test('is stored without coordinates when neither the geocoder nor the gazetteer knows the name', async () => {
    expect(await located({ location_name: 'Qwxzzvy Kpt' })).toEqual(['Qwxzzvy Kpt', null, null]);
  });
});

describe('the answers of the geocoder', () => {
  const named: [what: string, here: object, name: string | null][] = [
    ['a city', { address: { city: 'Zürich' } }, 'Zürich'],
    [
      'a town of the United States, with its state',
      { address: { town: 'Danville', 'ISO3166-2-lvl4': 'US-CA', country_code: 'us' } },
      'Danville, CA',
    ],
    ['the largest of several', { address: { hamlet: 'Mill', municipality: 'Big', village: 'Small' } }, 'Small'],
    ['a name without an address', { name: 'Riverside' }, 'Riverside'],
    ['coordinates as numbers', { lat: 59.9, lon: 10.7, name: 'Numbers' }, 'Numbers'],
    ['a name with line breaks: the gazetteer’s', { address: { city: 'a\nb' } }, 'Oslo'],
    ['a name of 10,000 letters: the gazetteer’s', { name: 'x'.repeat(10_000) }, 'Oslo'],
    ['no name: the gazetteer’s', {}, 'Oslo'],
    ['a town that is 26 km away: the gazetteer’s', { lat: '60.15', name: 'Far' }, 'Oslo'],
    ['that there is nothing: the gazetteer’s', { lat: undefined, error: 'Unable to geocode' }, 'Oslo'],
  ];
  test.each(named)('may be %s', async (_, here, name) => {
    geocoder.here = { lat: '59.91', lon: '10.74', ...here };
    expect((await fresh().nearest(59.91, 10.74))?.name).toBe(name);
    expect(warnings).toEqual([]);
  });

  test('are cached for every spelling of a name, also for unknown places', async () => {
    const places = fresh();
    geocoder.names.set('Old Mill', { lat: '1', lon: '2', name: 'Old Mill' });
    expect(await places.find('Old Mill')).toEqual({ name: 'Old Mill', latitude: 1, longitude: 2 });
    expect(await places.find('  OLD  mill ')).toEqual({ name: 'Old Mill', latitude: 1, longitude: 2 });
    for (let again = 0; again < 3; again++) expect(await places.find('Xyzzy Plugh')).toBeNull();
    await Promise.all(Array.from({ length: 10 }, () => places.nearest(47.4, 8.5)));
    expect(geocoder.calls).toHaveLength(3);
  });

  test('are not requested for impossible places', async () => {
    const places = fresh();
    for (const name of ['', ' ', '...', 'a\u0000b', 'x'.repeat(201), '\ud800a'])
      expect(await places.find(name)).toBeNull();
    for (const [lat, lng] of [
      [91, 0],
      [0, 181],
      [Number.NaN, 0],
    ] as const)
      expect(await places.nearest(lat, lng)).toBeNull();
    expect(geocoder.calls).toEqual([]);
  });
});

const json =
  (status: number, body: string, headers = {}): Mischief =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
const whole = JSON.stringify([{ lat: '1', lon: '2', name: 'Wrong' }]);
const tooLarge = `[{"lat":"1","lon":"2","name":"Wrong","more":"${'x'.repeat(1_100_000)}"}]`;
function* spaces() {
  for (;;) yield ' '.repeat(65_536);
}
/** Every one of them would be a place called Wrong at 1, 2, were it taken for one. */
const troubles: [what: string, mischief: Mischief, times?: { answer: number; rest: number }][] = [
  ['status 500', json(500, whole)],
  ['status 404', json(404, whole)],
  ['status 429', json(429, whole, { 'Retry-After': '1' })],
  ['a redirect', json(302, whole, { Location: '/nominatim/search?q=Old+Mill' })],
  ['a page', json(200, `<html>${whole}</html>`)],
  ['half an answer', json(200, whole.slice(0, -2))],
  ['nothing', json(200, '')],
  ['an object', json(200, '{"lat":"1","lon":"2","name":"Wrong"}')],
  ['null', json(200, 'null')],
  ['a list of nothing', json(200, '[null]')],
  ['no coordinates', json(200, '[{"name":"Wrong"}]')],
  ['a latitude that is none', json(200, '[{"lat":"91","lon":"2","name":"Wrong"}]')],
  ['a longitude in words', json(200, '[{"lat":"1","lon":"two","name":"Wrong"}]')],
  ['coordinates that are objects', json(200, '[{"lat":{"a":1},"lon":[2],"name":"Wrong"}]')],
  ['an infinite longitude', json(200, '[{"lat":1,"lon":1e999,"name":"Wrong"}]')],
  ['more than a mebibyte', json(200, tooLarge)],
  [
    'an endless answer',
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      pipeline(Readable.from(spaces()), response).catch(() => {});
    },
  ],
  ['a connection that breaks', (request) => void request.socket.destroy()],
  ['a body that breaks', (_request, response) => void response.writeHead(200).write(whole, () => response.destroy())],
  ['silence', () => {}, { answer: 300, rest: generous }],
  [
    'a trickle',
    (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    },
    { answer: 300, rest: generous },
  ],
];

describe('when the geocoder answers with', () => {
  test.each(troubles)('%s, the gazetteer is used, and nothing is cached', async (what, mischief, times = unhurried) => {
    const places = fresh(times);
    geocoder.mischief = mischief;
    expect(rounded(await places.find('Oslo'))).toEqual(['Oslo', 59.9, 10.7]);
    expect(rounded(await places.nearest(59.91, 10.74))).toEqual(['Oslo', 59.9, 10.7]);
    // An object is what `/reverse` answers with; it is only too far away.
    expect(warnings.splice(0).length).toBe(what === 'an object' ? 1 : 2);
    geocoder.mischief = null;
    geocoder.names.set('Oslo', { lat: '59', lon: '10', name: 'Oslo of the geocoder' });
    if (times === unhurried) expect(rounded(await places.find('Oslo'))).toEqual(['Oslo of the geocoder', 59, 10]);
    warnings.length = 0;
  });

  test('nothing because it is unavailable, the gazetteer is used', async () => {
    const places = makeGeocoder('http://127.0.0.1:1/', gazetteer, log);
    expect(rounded(await places.find('Oslo'))).toEqual(['Oslo', 59.9, 10.7]);
    expect(warnings.splice(0)).toHaveLength(1);
  });

  test('three failures, it is not used for a while', async () => {
    const places = fresh({ answer: generous, rest: 1000 });
    geocoder.mischief = json(500, '');
    // The gazetteer does not know them, and the geocoder might: they are not unknown.
    for (let i = 0; i < 8; i++) await expect(places.find(`Xyzzy ${i}`)).rejects.toMatchObject({ code: 'BUSY' });
    expect(geocoder.calls).toHaveLength(3);
    expect(warnings.splice(0)).toEqual(['', '', ''].map(() => ({ why: 'status 500' })));
    geocoder.mischief = null;
    await sleep(1100);
    geocoder.names.set('Xyzzy 9', { lat: '1', lon: '2', name: 'Xyzzy' });
    expect((await places.find('Xyzzy 9'))?.name).toBe('Xyzzy');
  });
});

test.each([
  ['nominatim.example.org', /^GEOCODER_URL: must be a URL/],
  ['ftp://nominatim.example.org', /^GEOCODER_URL: must be a URL/],
  ['https://me:secret@nominatim.example.org', /^GEOCODER_URL: must not carry a user name/],
])('GEOCODER_URL=%s is refused at the start with a sentence', (url, sentence) => {
  expect(() => readConfig({ GEOCODER_URL: url })).toThrow(sentence);
});
