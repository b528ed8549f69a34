/** Which values that are written differently say the same (decisions D446), and which do not. */
import { expect, test } from '@jest/globals';
import { differencesOf } from '../../translate/comparison/compare-answers.ts';
import { Pairs } from '../../translate/comparison/pairs.ts';

const json = 'application/json';

/** The places at which answers differ, one pair of them after the other. */
function placesOf(
  answers: [recorded: unknown, answered: unknown][],
  { writes = true, signsIn = false, type = json } = {},
): string[] {
  const pairs = new Pairs();
  pairs.mayBegin = writes;
  const answer = (value: unknown) => ({
    status: 200,
    headers: { 'content-type': type },
    body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  });
  const at = Date.parse('2024-05-01T07:30:00Z');
  const now = Date.parse('2026-05-01T07:30:00Z');
  const moments = { recorded: { from: at, at }, answered: { from: now, at: now } };
  return answers.flatMap(([one, other]) =>
    differencesOf(answer(one), answer(other), { pairs, moments, ruled() {}, signsIn }).map(({ path }) => path),
  );
}

const link = (next: string) => ({ meta: { next } });
const file = (thumbnail: string) => ({ thumbnail });

test.each<[what: string, answers: [unknown, unknown][], options: object, places: string[]]>([
  [
    'parameters in another order',
    [[link('/api/v1/post/?limit=2&type=local'), link('/api/v1/post/?type=local&limit=2')]],
    {},
    [],
  ],
  ['another parameter', [[link('/api/v1/post/?limit=2'), link('/api/v1/post/?limit=3')]], {}, ['body.meta.next']],
  ['a further parameter', [[link('/api/v1/post/?limit=2'), link('/api/v1/post/?limit=2&a=b')]], {}, ['body.meta.next']],
  ['another path', [[link('/api/v1/post/?limit=2'), link('/api/v1/user/?limit=2')]], {}, ['body.meta.next']],
  [
    'an id in a parameter, which stays paired',
    [
      [link('/api/v1/post/?earlier_than=7'), link('/api/v1/post/?earlier_than=93')],
      [{ resource_uri: '/api/v1/post/7/' }, { resource_uri: '/api/v1/post/93/' }],
      [{ resource_uri: '/api/v1/post/8/' }, { resource_uri: '/api/v1/post/93/' }],
    ],
    {},
    ['body.resource_uri'],
  ],
  ['an id before anything was written', [[{ user_id: 7 }, { user_id: 93 }]], { writes: false }, ['body.user_id']],
  [
    'an address of a file, for each reader another',
    [
      [file('http://a/1'), file('http://b/x?s=1')],
      [file('http://a/1'), file('http://b/y')],
    ],
    {},
    [],
  ],
  [
    'one address for two files',
    [
      [file('http://a/1'), file('http://b/x?s=1')],
      [file('http://a/2'), file('http://b/x?s=2')],
    ],
    {},
    ['body.thumbnail'],
  ],
  [
    'a new key for each sign-in',
    [
      [{ api_key: 'k' }, { api_key: 'a' }],
      [{ api_key: 'k' }, { api_key: 'b' }],
    ],
    { signsIn: true },
    [],
  ],
  [
    'one key for two people',
    [
      [{ api_key: 'k' }, { api_key: 'a' }],
      [{ api_key: 'l' }, { api_key: 'a' }],
    ],
    { signsIn: true },
    ['body.api_key'],
  ],
  ['a key of no sign-in', [[{ api_key: 'k' }, { api_key: 'a' }]], {}, ['body.api_key']],
  ['a moment of the run', [[{ date: '2024-05-01T07:30:00.000000' }, { date: '2026-05-01T07:30:00.000000' }]], {}, []],
  [
    'a moment before the run',
    [[{ date: '2014-05-01T07:30:00.000000' }, { date: '2026-05-01T07:30:00.000000' }]],
    {},
    ['body.date'],
  ],
  [
    'a number of GPX in another form',
    [['<gpx><ele>47.0</ele></gpx>', '<gpx><ele>47</ele></gpx>']],
    { type: 'application/gpx+xml' },
    [],
  ],
  [
    'another number of GPX',
    [['<gpx><ele>47.1</ele></gpx>', '<gpx><ele>47</ele></gpx>']],
    { type: 'application/gpx+xml' },
    ['body.gpx.ele'],
  ],
  ['a number of JSON in another form', [[' {"a":47.0}', '{"a":47}']], {}, ['body.a']],
])('%s', (_what, answers, options, places) => {
  expect(placesOf(answers, options)).toEqual(places);
});
