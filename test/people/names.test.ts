/**
 * Names of people may contain what the spelling of their script needs, and nothing that cannot be seen (decisions P15).
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { record, workoutBody } from '../support/workouts.ts';
import { membersOf } from '../accounts/social-members.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const { ann } = await cast(service);
const { join, signedIn } = membersOf(network, service);

const patch = (first_name: string) => as(ann).patch(`/user/${ann.id}/`, { first_name });
const update = (firstName: string) =>
  as(ann).graphql<{ updateUser: { user: { firstName: string } } }>(
    'mutation ($firstName: String) { updateUser(input: { firstName: $firstName }) { user { firstName } } }',
    { firstName },
  );
const fromNetwork = async (first_name: string) =>
  (await (await signedIn(join({ first_name }).token)).client.get('/me/')).json()['first_name'];

const kept: [what: string, name: string][] = [
  ['Malayalam with an old chillu at the end', 'മോഹന്\u200D'],
  ['Malayalam with an old chillu inside', 'അന്\u200Dവര്\u200D ഖാന്\u200D'],
  ['Bengali with a whole R', 'র\u200D্যাচেল'],
  ['Bengali with an old khanda ta', 'ভারত্\u200D'],
  ['Kannada with a whole R', 'ಅರ\u200D್ಕ'],
  ['Sinhala', 'ශ්\u200Dරී ප්\u200Dරියා'],
  ['Devanagari with half forms', 'दुसऱ्\u200Dया क्\u200Dष'],
  ['Nepali with a visible virama', 'श्रीमान्\u200C'],
  ['Tamil', 'லக்\u200Cஷ்மி'],
  ['Persian', 'علی\u200Cرضا'],
  ['Persian with vowel signs', 'عَلیِ\u200Cرضا'],
  ['Han with a variant', '葛\u{E0100}城'],
  ['Han with a variant at the end', '渡邉\u{E0110}'],
  ['Han with a standard variant', '神\uFE00'],
  ['Mongolian with a variant and a vowel apart', 'ᠠ\u180Bᠨ\u180Eᠠ'],
  ['an emoji as text', 'Sol ☀\uFE0E'],
  ['joined emoji', '🏃🏽\u200D♀\uFE0F Zoë ❤\uFE0F\u200D🔥'],
  ['a key', '1\uFE0F\u20E3'],
  ['the flag of England', 'Ann 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['Vietnamese, decomposed', 'Nguyễn Ngọc'.normalize('NFD')],
  ['Hebrew with points', 'שָׁלוֹם'],
  ['Burmese', 'ကြွေ့'],
  ['a single letter', 'O'],
  ['a full stop', '.'],
];

const refused: [what: string, name: string, cleaned: string][] = [
  ['a joiner between letters', 'A\u200Dnn', 'Ann'],
  ['two joiners', 'ന്\u200D\u200Dക', 'ന്\u200Dക'],
  ['a bad and a good joiner', 'A\u200Dnn മോഹന്\u200D', 'Ann മോഹന്\u200D'],
  ['a joiner behind a hidden letter', 'क्\u200B\u200Dष', 'क्ष'],
  ['a joiner before an emoji', 'A\uFE0F\u200D😀', 'A😀'],
  ['a non-joiner at the end of a Persian word', 'علی\u200C', 'علی'],
  ['a variant of a letter', 'A\uFE00nn\u{E0100}', 'Ann'],
  ['a Mongolian separator at the end', 'ᠠ\u180B\u200B\u180E', 'ᠠ\u180B'],
  ['a Mongolian letter before a space of no width', 'ᠠ\u200Bᠠ', 'ᠠᠠ'],
  ['tags without a flag', 'Ann\u{E0067}\u{E0062}\u{E007F}', 'Ann'],
  ['tags without an end', '🏴\u{E0067}\u{E0062}\u{E0065}', '🏴'],
  ['the direction of writing', 'nn\u202EA', 'nnA'],
  ['a control character of C1', 'A\u0085nn\u009BB', 'A nn B'],
  ['a separator of lines', 'A\u2028nn', 'A nn'],
  ['a separator of paragraphs', 'A\u2029nn', 'A nn'],
  ['a noncharacter', 'A\uFFFFnn\uFDD0\u{1FFFE}', 'A nn'],
  ['blank Braille', '\u2800 \u2800', ''],
  ['Hangul fillers', '\u3164\uFFA0\u115F', ''],
  ['marks without a letter', '\u0301\u0323 \u0301', ''],
  ['a pile of marks', `A${'\u0301\u0323'.repeat(20)}nn`, 'A\u0301\u0323\u0301\u0323nn'],
  ['a pile of marks of a script', `ក${'\u17B6'.repeat(30)}`, `ក${'\u17B6'.repeat(10)}`],
];

describe('a name', () => {
  test.each(kept)('keeps %s', async (_what, name) => {
    const { data, errors } = await update(`${name} `);
    expect([errors, data?.updateUser.user.firstName]).toEqual([[], name]);
    expect((await patch(name)).status).toBe(202);
    expect((await as(ann).get('/me/')).json()['first_name']).toBe(name);
    expect(await fromNetwork(name)).toBe(name);
  });

  test.each(refused)('must not have %s, which is removed from the name on a network', async (_what, name, cleaned) => {
    const answer = await patch(name);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringMatching(/^first_name: must (not )?have|^first_name: must not pile/),
    ]);
    const { errors } = await update(name);
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: { firstName: expect.any(String) } });
    expect(await fromNetwork(name)).toBe(cleaned);
  });

  test('of separators alone is missing', async () => {
    for (const name of ['\u00A0', '\u3000\u2003', '\u2028']) expect((await patch(name)).status).toBe(400);
    const { token } = join({ first_name: '\u2800', last_name: '\u3000' });
    const { client } = await signedIn(token);
    expect((await client.get('/me/')).json()).toMatchObject({ first_name: 'Runner', last_name: '' });
  });

  test('of a network that is cut off keeps no joiner at its end', async () => {
    expect(await fromNetwork(`${'x'.repeat(98)}👩\u200D🚀`)).toBe(`${'x'.repeat(98)}👩`);
  });

  test('of any length is checked in time that grows with its length', async () => {
    for (const part of ['\u200D', '\u0301', '\u2800', '\u{E0067}', 'ന്\u200D'])
      expect((await patch(part.repeat(100_000))).status).toBe(400);
  });
});

test.each([
  ['U+0085', '\u0085', 400, 400],
  ['U+009B', '\u009B', 400, 400],
  ['U+FFFF', '\uFFFF', 400, 400],
  ['U+2028', '\u2028', 400, 201],
  ['U+2029', '\u2029', 400, 201],
])('%s in a title and in a text', async (_what, sign, title, text) => {
  expect((await as(ann).post('/workout/', workoutBody({ title: `A${sign}run` }))).status).toBe(title);
  const { post } = await record(ann);
  expect((await as(ann).post('/comment/', { post_id: post, comment: `A${sign}run` })).status).toBe(text);
});
