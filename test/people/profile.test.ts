import { beforeEach, describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { placesReady } from '../support/places-ready.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
await placesReady(ann);
const path = `/profile/${ann.id}/`;
const read = async () => (await as(ann).get(path)).json();
const patch = (fields: Mapping) => as(ann).patch(path, fields);

const initial = {
  id: ann.id,
  resource_uri: `/api/v1/profile/${ann.id}/`,
  user: `/api/v1/user/${ann.id}/`,
  birth_date: null,
  gender: '',
  weight: null,
  weight_unit: 'pounds',
  location_name: '',
  location_lat: null,
  location_lng: null,
};
const clear = { birth_date: null, gender: null, weight: null, weight_unit: 'pounds', location_name: '' };

beforeEach(async () => {
  await patch(clear);
});

describe('GET /profile/[profile_id]', () => {
  test('has every field, with a new account’s values', async () => {
    expect(await read()).toEqual(initial);
    expect((await as(bob).get(path)).json()).toEqual(initial);
  });
});

describe('PATCH /profile/[profile_id]/', () => {
  const body = { birth_date: '1984-02-29', gender: 'F', weight: '61.255', weight_unit: 'kilograms' };
  test.each(encodingNames)('changes the body’s facts, sent as %s', async (encoding) => {
    const { query, parcel } = encodings[encoding](body);
    const answer = await as(ann).send('PATCH', `${path}${query}`, parcel);
    expect([answer.status, answer.text]).toEqual([202, '']);
    const { weight, ...others } = await read();
    expect({ ...others, weight: null }).toEqual({ ...initial, ...body, weight: null });
    expect(weight).toMatch(/^61\.2[56]$/);
  });

  const values: [field: string, sent: unknown, read: unknown][] = [
    ['gender', 'M', 'M'],
    ['gender', 'F', 'F'],
    ['gender', 'O', 'O'],
    ['gender', '', ''],
    ['gender', null, ''],
    ['weight', 70, '70.00'],
    ['weight', '154.3', '154.30'],
    ['weight', '1e2', '100.00'],
    ['weight', '', null],
    ['weight', null, null],
    ['weight_unit', 'kilograms', 'kilograms'],
    ['birth_date', '1900-01-01', '1900-01-01'],
    ['birth_date', '', null],
  ];
  test.each(values)('reads %s %j back as %j', async (field, sent, back) => {
    await patch({ birth_date: '2000-01-01', gender: 'O', weight: 1, [field]: sent });
    expect((await read())[field]).toEqual(back);
  });

  const bad: [field: string, value: unknown][] = [
    ['birth_date', '1985-02-29'],
    ['birth_date', '1985-2-3'],
    ['birth_date', '1899-12-31'],
    ['birth_date', '2999-01-01'],
    ['birth_date', 19850228],
    ['birth_date', ['1985-02-28']],
    ['gender', 'X'],
    ['gender', 'f'],
    ['gender', 1],
    ['weight', 'heavy'],
    ['weight', -1],
    ['weight', 0],
    ['weight', 1e9],
    ['weight', '1e999'],
    ['weight', 'NaN'],
    ['weight', 'Infinity'],
    ['weight', true],
    ['weight', [70]],
    ['weight_unit', 'stone'],
    ['weight_unit', ''],
    ['location_name', 'x'.repeat(201)],
    ['location_name', 'a\u0000b'],
    ['location_name', ['Danville']],
    ['location_lat', 'north'],
    ['location_lat', '1e999'],
    ['location_lng', {}],
  ];
  test.each(bad)('refuses %s %j by name and stores nothing', async (field, value) => {
    const other = field === 'gender' ? { weight_unit: 'kilograms' } : { gender: 'M' };
    const answer = await patch({ ...other, [field]: value });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${field}: `));
    expect(await read()).toEqual(initial);
  });

  test.each([
    [{ location_lat: 91, location_lng: 0 }, 'location_lat'],
    [{ location_lat: -90.001, location_lng: 0 }, 'location_lat'],
    [{ location_lat: 0, location_lng: 180.5 }, 'location_lng'],
    [{ location_lat: 47 }, 'location_lng'],
    [{ location_lng: 8 }, 'location_lat'],
    [{ location_name: 'Here', location_lat: 47 }, 'location_lng'],
  ])('refuses the place %j, naming %s', async (place, field) => {
    const answer = await patch(place);
    expect([answer.status, answer.text.split(':')[0]]).toEqual([400, field]);
    expect(await read()).toEqual(initial);
  });

  test('refuses other people with 401 and nothing', async () => {
    const answer = await as(bob).patch(path, { gender: 'M' });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(await read()).toEqual(initial);
  });
});

describe('a place', () => {
  const near = async (name: unknown, lat: number, lng: number) => {
    const { location_name, location_lat, location_lng } = await read();
    expect(location_name).toBe(name);
    expect(Math.abs(Number(location_lat) - lat)).toBeLessThan(0.1);
    expect(Math.abs(Number(location_lng) - lng)).toBeLessThan(0.1);
  };

  test('by name gets its coordinates; the name stays as typed', async () => {
    await patch({ location_name: ' Danville, CA ' });
    await near('Danville, CA', 37.82, -122);
    await patch({ location_name: 'Zürich' });
    await near('Zürich', 47.37, 8.55);
  });

  test('by coordinates gets the nearest town’s name', async () => {
    await patch({ location_lat: '47.3769', location_lng: 8.5417 });
    const { location_name } = await read();
    expect(location_name).not.toBe('');
    await near(location_name, 47.3769, 8.5417);
  });

  test('by both is taken as it is', async () => {
    await patch({ location_name: 'Home', location_lat: 10.5, location_lng: -20.25 });
    expect(await read()).toMatchObject({ location_name: 'Home', location_lat: 10.5, location_lng: -20.25 });
  });

  test('that nobody knows is stored without coordinates', async () => {
    await patch({ location_name: 'Zürich' });
    await patch({ location_name: 'Qwertzuiopolis' });
    expect(await read()).toMatchObject({ location_name: 'Qwertzuiopolis', location_lat: null, location_lng: null });
  });

  test('in the middle of the ocean has no name', async () => {
    await patch({ location_lat: -48.88, location_lng: -123.39 });
    expect(await read()).toMatchObject({ location_name: '', location_lat: -48.88, location_lng: -123.39 });
  });

  test('can be emptied', async () => {
    await patch({ location_name: 'Zürich' });
    await patch({ location_name: '' });
    expect(await read()).toEqual(initial);
  });
});
