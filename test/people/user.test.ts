/**
 * Users can be read over REST, and users can change their own data.
 * Rows: `GET /user/[user_id]/`, `GET /me/`, `PATCH /user/[user_id]/`.
 */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);

const fields = {
  date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
  profile_image_225_url: '',
  profile_image_48_url: '',
  unread_messages: 0,
};
const annAs = (viewer: 'ann' | 'other') => ({
  ...fields,
  id: ann.id,
  resource_uri: `/api/v1/user/${ann.id}/`,
  first_name: 'Ann',
  last_name: 'Archer',
  preferences: `/api/v1/preferences/${ann.id}/`,
  profile: `/api/v1/profile/${ann.id}/`,
  stats: `/api/v1/stats/${ann.id}/`,
  // Others do not see the address (R20), nor who asked.
  email: viewer === 'ann' ? ann.email : '',
  pending_friend_requests: viewer === 'ann' ? 1 : 0,
});

describe('GET /user/[user_id]/', () => {
  test('returns the user, with the e-mail address for the user only', async () => {
    expect((await as(ann).get(`/user/${ann.id}/`)).json()).toEqual(annAs('ann'));
    for (const other of [bob, cho]) expect((await as(other).get(`/user/${ann.id}/`)).json()).toEqual(annAs('other'));
  });

  test.each(['1', 'true', 'True'])('with full=%s has the stats instead of their URI', async (full) => {
    const { stats, ...others } = (await as(bob).get(`/user/${ann.id}/?full=${full}`)).json();
    expect(stats).toEqual((await as(bob).get(`/stats/${ann.id}/`)).json());
    expect({ ...others, stats: `/api/v1/stats/${ann.id}/` }).toEqual(annAs('other'));
  });

  test('with full=0 is the same as without, and other values are refused with 400', async () => {
    expect((await as(ann).get(`/user/${ann.id}/?full=0`)).json()).toEqual(annAs('ann'));
    const answer = await as(ann).get(`/user/${ann.id}/?full=maybe`);
    expect([answer.status, answer.text]).toEqual([400, 'full: must be true or false']);
  });
});

describe('GET /me/', () => {
  test('returns the signed-in user', async () => {
    expect((await as(ann).get('/me/')).json()).toEqual(annAs('ann'));
    expect((await as(ann).get('/me/?full=1')).json()['stats']).toMatchObject({ id: ann.id });
    expect((await as(bob).get('/me/')).json()).toMatchObject({
      id: bob.id,
      email: bob.email,
      pending_friend_requests: 0,
    });
  });
});

describe('PATCH /user/[user_id]/', () => {
  const names = async () => {
    const { first_name, last_name } = (await as(cho).get('/me/')).json();
    return [first_name, last_name];
  };

  test.each(encodingNames)(
    'changes the fields that are sent, as %s, with the override and with the method itself',
    async (encoding) => {
      for (const method of ['POST', 'PATCH']) {
        const { query, parcel } = encodings[encoding]({ first_name: `Cho ${encoding} ${method} & <é>` });
        const headers = { ...parcel.headers, ...(method === 'POST' ? { 'X-HTTP-Method-Override': 'PATCH' } : {}) };
        const answer = await as(cho).send(method, `/user/${cho.id}/${query}`, { ...parcel, headers });
        expect([answer.status, answer.text]).toEqual([202, '']);
        expect(await names()).toEqual([`Cho ${encoding} ${method} & <é>`, 'Chang']);
      }
    },
  );

  test('trims values, keeps fields that are left out or null, and ignores read-only fields', async () => {
    await as(cho).patch(`/user/${cho.id}/`, { first_name: '  Cho 🏃 ', last_name: null });
    expect(await names()).toEqual(['Cho 🏃', 'Chang']);
    const readOnly = {
      id: 1,
      email: 'x@example.com',
      date_joined: 'x',
      is_staff: true,
      resource_uri: '/',
      nonsense: {},
    };
    const answer = await as(cho).patch(`/user/${cho.id}/`, { ...readOnly, last_name: 'Chang' });
    expect(answer.status).toBe(202);
    expect((await as(cho).get('/me/')).json()).toMatchObject({ id: cho.id, email: cho.email });
    expect((await as(cho).patch(`/user/${cho.id}/`, {})).status).toBe(202);
  });

  const good = 'New';
  test.each([
    ['first_name', ''],
    ['first_name', '   '],
    ['first_name', 'x'.repeat(101)],
    ['first_name', 'a\u0007b'],
    ['first_name', 'a\nb'],
    ['first_name', ['a', 'b']],
    ['first_name', { a: 1 }],
    ['last_name', '\ud800'],
  ])('stores nothing when %s is %j', async (field, value) => {
    const before = await names();
    const other = field === 'first_name' ? 'last_name' : 'first_name';
    const answer = await as(cho).patch(`/user/${cho.id}/`, { [other]: good, [field]: value });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${field}: `));
    expect(await names()).toEqual(before);
  });

  test('accepts exactly 100 characters, counted by Unicode characters', async () => {
    const name = '🏃'.repeat(100);
    expect((await as(cho).patch(`/user/${cho.id}/`, { first_name: name })).status).toBe(202);
    expect(await names()).toEqual([name, 'Chang']);
  });

  // One letter of Unicode may be eighteen once it is made comparable for the search.
  test.each(['\uFDFA', '\uFDFB', '\u33C6', 'ﬃ', '🄐'])(
    'accepts 100 times %j over both interfaces, and search finds it',
    async (letter) => {
      const name = letter.repeat(100);
      expect((await as(cho).patch(`/user/${cho.id}/`, { first_name: name, last_name: name })).status).toBe(202);
      const changed = await as(cho).graphql(
        'mutation ($i: UpdateUserInput!) { updateUser(input: $i) { user { lastName } } }',
        { i: { id: globalId('User', cho.id), lastName: name } },
      );
      expect(changed.data).toEqual({ updateUser: { user: { lastName: name } } });
      expect(await names()).toEqual([name, name]);
      const found = await as(bob).get(`/user/search/?q=${encodeURIComponent(letter)}`);
      expect(found.json<{ objects: { id: number }[] }>().objects.map(({ id }) => id)).toContain(cho.id);
      const email = `${letter.codePointAt(0)}@example.com`;
      const registration = { first_name: name, last_name: name, password: 'long enough' };
      const answer = await nobody(service).post('/account/register/', { ...registration, email });
      expect(answer.status).toBe(200);
      const registered = await nobody(service).graphql(
        'mutation ($i: RegisterInput!) { register(input: $i) { username } }',
        { i: { firstName: name, lastName: name, email: `more${email}`, password: 'long enough' } },
      );
      expect(registered.errors).toEqual([]);
    },
  );

  test('refuses other users with 401 and no body', async () => {
    const answer = await as(bob).patch(`/user/${ann.id}/`, { first_name: 'Bobs' });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect((await as(ann).get('/me/')).json()['first_name']).toBe('Ann');
  });
});
