/**
 * Preferences can be read and changed over REST.
 * Rows: `GET /preferences/[preferences_id]/`, `PATCH /preferences/[preferences_id]/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const path = `/preferences/${ann.id}/`;
const read = async () => (await as(ann).get(path)).json();

const initial = {
  id: ann.id,
  resource_uri: `/api/v1/preferences/${ann.id}/`,
  user: `/api/v1/user/${ann.id}/`,
  annually_email_report: false,
  monthly_email_report: false,
  weekly_email_report: false,
  distance: 'miles',
  elevation: 'feet',
  timezone: 'UTC',
};
const changed = {
  annually_email_report: true,
  monthly_email_report: true,
  weekly_email_report: true,
  distance: 'kilometers',
  elevation: 'meters',
  timezone: 'America/Los_Angeles',
};
const back = Object.fromEntries(Object.keys(changed).map((name) => [name, initial[name as keyof typeof initial]]));

describe('GET /preferences/[preferences_id]/', () => {
  test('has every field, with the values of a new account', async () => {
    expect(await read()).toEqual(initial);
    expect((await as(bob).get(path)).json()).toEqual(initial);
  });
});

describe('PATCH /preferences/[preferences_id]/', () => {
  test.each(encodingNames)('changes every field and back, sent as %s', async (encoding) => {
    for (const [fields, expected] of [
      [changed, { ...initial, ...changed }],
      [back, initial],
    ] as const) {
      const { query, parcel } = encodings[encoding](fields);
      const answer = await as(ann).send('PATCH', `${path}${query}`, parcel);
      expect([answer.status, answer.text]).toEqual([202, '']);
      expect(await read()).toEqual(expected);
    }
  });

  test.each(Object.entries(changed))('changes %s alone', async (name, value) => {
    expect((await as(ann).patch(path, { [name]: value })).status).toBe(202);
    expect(await read()).toEqual({ ...initial, [name]: value });
    await as(ann).patch(path, back);
  });

  test.each([
    ['distance', 'yards', /miles, kilometers/],
    ['distance', 'Miles', /miles, kilometers/],
    ['distance', '', /miles, kilometers/],
    ['distance', '__proto__', /miles, kilometers/],
    ['elevation', 'miles', /feet, meters/],
    ['timezone', 'Mars/Olympus', /IANA/],
    ['timezone', '', /IANA/],
    ['timezone', '+03:00', /IANA/],
    ['timezone', '-0800', /IANA/],
    ['timezone', '+03', /IANA/],
    ['timezone', 'SystemV/EST5EDT', /IANA/],
    ['timezone', ['UTC'], /text/],
    ['weekly_email_report', 'maybe', /true or false/],
    ['weekly_email_report', 2, /true or false/],
    ['monthly_email_report', {}, /true or false/],
    ['annually_email_report', [], /true or false/],
  ])('refuses %s %j, names the accepted values, and stores nothing', async (name, value, sentence) => {
    const other = name === 'elevation' ? { distance: 'kilometers' } : { elevation: 'meters' };
    const answer = await as(ann).patch(path, { ...other, [name]: value });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text).toMatch(new RegExp(`^${name}: .*${sentence.source}`));
    expect(await read()).toEqual(initial);
  });

  test('refuses other users with 401 and no body', async () => {
    const answer = await as(bob).patch(path, changed);
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(await read()).toEqual(initial);
  });
});
