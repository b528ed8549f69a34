/**
 * Profiles can be read and changed over REST, with checks of their values and locations.
 * Rows: `GET /profile/[profile_id]`, `PATCH /profile/[profile_id]/`.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
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
  test('has every field, with the values of a new account', async () => {
    expect(await read()).toEqual(initial);
    expect((await as(bob).get(path)).json()).toEqual(initial);
  });
});

describe('PATCH /profile/[profile_id]/', () => {
  const body = { birth_date: '1984-02-29', gender: 'F', weight: '61.255', weight_unit: 'kilograms' };
  test.each(encodingNames)('changes the physical data, sent as %s', async (encoding) => {
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
  test.each(bad)('refuses %s %j with its name and stores nothing', async (field, value) => {
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

  test('refuses other users with 401 and no body', async () => {
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

  test('given by name gets its coordinates, and the name remains as typed', async () => {
    await patch({ location_name: ' Danville, CA ' });
    await near('Danville, CA', 37.82, -122);
    await patch({ location_name: 'Zürich' });
    await near('Zürich', 47.37, 8.55);
  });

  test('given by coordinates gets the name of the nearest town', async () => {
    await patch({ location_lat: '47.3769', location_lng: 8.5417 });
    const { location_name } = await read();
    expect(location_name).not.toBe('');
    await near(location_name, 47.3769, 8.5417);
  });

  test('given by both is stored as it is', async () => {
    await patch({ location_name: 'Home', location_lat: 10.5, location_lng: -20.25 });
    expect(await read()).toMatchObject({ location_name: 'Home', location_lat: 10.5, location_lng: -20.25 });
  });

  const known: [name: string, lat: number, lng: number] = ['Zürich', 47.37, 8.55];
  const empty = [null, ''] as const;
  const nothing = empty.flatMap((one) => empty.map((other) => ({ location_lat: one, location_lng: other })));
  const beside = [...nothing, { location_lat: null }, { location_lng: '' }, { location_lat: '' }];

  test.each(beside)('given by name and %j gets its coordinates', async (counterpart) => {
    await patch({ location_lat: 10, location_lng: 20 });
    expect((await patch({ location_name: 'Zürich', ...counterpart })).status).toBe(202);
    await near(...known);
  });

  test.each([null, '', '  '])(
    'given by coordinates and the name %j gets the name of the nearest town',
    async (location_name) => {
      await patch({ location_name: 'Danville, CA' });
      expect((await patch({ location_name, location_lat: 47.3769, location_lng: 8.5417 })).status).toBe(202);
      expect(await read()).toMatchObject({ location_name: expect.stringMatching(/./), location_lat: 47.3769 });
      expect((await read())['location_name']).not.toBe('Danville, CA');
    },
  );

  test.each(encodingNames)('treats an empty counterpart as absent, sent as %s', async (encoding) => {
    for (const verb of ['PATCH', 'POST']) {
      const send = async (fields: Mapping) => {
        await patch({ location_name: 'Nowhere at all', location_lat: 1, location_lng: 1 });
        const { query, parcel } = encodings[encoding](fields);
        const override: [string, string][] = verb === 'POST' ? [['X-HTTP-Method-Override', 'PATCH']] : [];
        const headers = { ...parcel.headers, ...Object.fromEntries(override) };
        expect((await as(ann).send(verb, `${path}${query}`, { ...parcel, headers })).status).toBe(202);
        return (await read())['location_name'];
      };
      expect(await send({ location_name: 'Zürich', location_lat: '', location_lng: '' })).toBe('Zürich');
      await near(...known);
      expect(await send({ location_name: '', location_lat: '47.3769', location_lng: '8.5417' })).not.toBe('');
      await near((await read())['location_name'], 47.3769, 8.5417);
      expect(await send({ location_name: '', location_lat: '', location_lng: '' })).toBe('');
      expect(await read()).toEqual(initial);
    }
  });

  test.each([
    ['<location_lat type="null"/><location_lng type="null"/>'],
    ['<location_lat/><location_lng/>'],
    ['<location_lat>\n</location_lat><location_lng> </location_lng>'],
  ])('treats %s of XML as absent', async (coordinates) => {
    const body = `<object><location_name>Zürich</location_name>${coordinates}</object>`;
    await patch({ location_lat: 10, location_lng: 20 });
    const answer = await as(ann).send('PATCH', path, { headers: { 'Content-Type': 'application/xml' }, body });
    expect([answer.status, answer.text]).toEqual([202, '']);
    await near(...known);
  });

  test('is derived over GraphQL as well', async () => {
    const update = (place: Mapping) =>
      as(ann).graphql('mutation ($i: UpdateProfileInput!) { updateProfile(input: $i) { profile { id } } }', {
        i: { id: globalId('Profile', ann.id), ...place },
      });
    expect((await update({ locationName: 'Zürich', locationLat: null, locationLng: null })).errors).toEqual([]);
    await near(...known);
    expect((await update({ locationName: '', locationLat: 47.3769, locationLng: 8.5417 })).errors).toEqual([]);
    expect((await read())['location_name']).not.toBe('');
  });

  test('is removed by empty coordinates alone; one empty coordinate is refused with 400', async () => {
    await patch({ location_name: 'Zürich' });
    const answer = await patch({ location_lat: null });
    expect([answer.status, answer.text.split(':')[0]]).toEqual([400, 'location_lat']);
    expect((await patch({ location_name: 'X', location_lat: 1, location_lng: '' })).status).toBe(400);
    await near(...known);
    await patch({ location_lat: null, location_lng: '' });
    expect(await read()).toEqual(initial);
  });

  test('that is unknown is stored without coordinates', async () => {
    await patch({ location_name: 'Zürich' });
    await patch({ location_name: 'Qwertzuiopolis' });
    expect(await read()).toMatchObject({ location_name: 'Qwertzuiopolis', location_lat: null, location_lng: null });
  });

  test('in the middle of the ocean has no name', async () => {
    await patch({ location_lat: -48.88, location_lng: -123.39 });
    expect(await read()).toMatchObject({ location_name: '', location_lat: -48.88, location_lng: -123.39 });
  });

  test('can be removed', async () => {
    await patch({ location_name: 'Zürich' });
    await patch({ location_name: '' });
    expect(await read()).toEqual(initial);
  });
});

describe('the date of birth over GraphQL', () => {
  const update = async (birth: Mapping) => {
    const document = `mutation ($i: UpdateProfileInput!) {
      updateProfile(input: $i) { profile { dateOfBirth birthDate } }
    }`;
    const { data, errors } = await as(ann).graphql<{ updateProfile: { profile: object } | null }>(document, {
      i: birth,
    });
    return data?.updateProfile?.profile ?? errors[0]?.extensions?.['fields'];
  };
  const born = (date: string | null) => ({ dateOfBirth: date, birthDate: date });

  test('is a day in both directions, also by its older name, and the newer one takes precedence', async () => {
    const document =
      'mutation ($d: Date) { updateProfile(input: { dateOfBirth: $d }) { profile { dateOfBirth birthDate } } }';
    const { data } = await as(ann).graphql(document, { d: '1984-02-29' });
    expect(data).toEqual({ updateProfile: { profile: born('1984-02-29') } });
    expect(await update({ birthDate: '1985-03-01' })).toEqual(born('1985-03-01'));
    expect(await update({ birthDate: '1985-03-01', dateOfBirth: '1986-04-02' })).toEqual(born('1986-04-02'));
    expect(await update({ dateOfBirth: null })).toEqual(born(null));
  });

  test('is refused under the name by which it was sent', async () => {
    const range = 'must lie between 1900-01-01 and today';
    expect(await update({ dateOfBirth: '1899-12-31' })).toEqual({ dateOfBirth: range });
    expect(await update({ birthDate: '1899-12-31' })).toEqual({ birthDate: range });
    expect(await update({ dateOfBirth: '29.2.1984' })).toEqual({ dateOfBirth: 'must be a date, YYYY-MM-DD' });
  });
});
