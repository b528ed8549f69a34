/** The plan of what will be switched off: what is read, and the sentence for everything that is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { retirablesOf } from '../../rest-compat/retirables.ts';
import { executableSchema } from '../../schema/index.ts';
import { planOf } from '../../src/retiring/read-plan.ts';

const retirables = retirablesOf(executableSchema());
const entry = { name: 'GET /route/[id]/', deprecated: '2027-01-01T00:00:00Z', sunset: '2028-01-01T00:00:00Z' };
const brownout = { from: '2027-06-01T00:00:00Z', until: '2027-06-02T00:00:00Z' };
const textOf = (...entries: object[]) => JSON.stringify({ retirements: entries.map((one) => ({ ...entry, ...one })) });
const read = (text: string) => planOf(text, retirables);

test('the plan of the examples is read', () => {
  const { retirements } = read(readFileSync('examples/retiring/plan.json', 'utf8'));
  expect(retirements).toEqual([
    expect.objectContaining({ name: 'GET /post/?type=dashboard', notice: 'https://runners.example/changes' }),
  ]);
  expect(retirements[0]?.brownouts).toHaveLength(2);
});

test('the former options of a brownout may have the values that they had without them', () => {
  expect(read(textOf({ brownouts: [{ ...brownout, answer: 503, share: 100 }] }))).toEqual(
    read(textOf({ brownouts: [brownout] })),
  );
});

test.each([
  ['GET /event-participant/?user_id={user_id}', 'GET /event-participant/'],
  ['GET /post/?type=local', 'GET /post/?type=local'],
  ['POST /workout/ (GPX)', 'POST /workout/ (GPX)'],
  ['Query.feed', 'Query.feed'],
  ['Query.feed(fallback:)', 'Query.feed(fallback:)'],
  ['FeedType.LOCAL', 'FeedType.LOCAL'],
])('%s is a name', (name, canonical) => {
  expect(read(textOf({ name })).retirements.map((one) => one.name)).toEqual([canonical]);
});

test('a field that an interface promises is switched off by the interface', () => {
  expect(() => read(textOf({ name: 'Post.viewerLikes' }))).toThrow(
    'Post.viewerLikes is promised by Likeable.viewerLikes: switch that off, which switches off both.',
  );
  expect(read(textOf({ name: 'Likeable.viewerLikes' })).retirements).toHaveLength(1);
});

test('moments have their offset', () => {
  const [retirement] = read(textOf({ sunset: '2027-03-28T02:30:00+01:00' })).retirements;
  expect(retirement?.sunsetMs).toBe(Date.parse('2027-03-28T01:30:00Z'));
});

describe('a plan is refused', () => {
  test.each<[what: string, text: string, sentence: string]>([
    ['that is no JSON', '{', 'is not JSON'],
    ['without retirements', '{}', 'retirements: '],
    ['with an unknown member', textOf({ sunsets: 1 }), 'retirements.0: Unrecognized key: "sunsets"'],
    [
      'with a row that does not exist',
      textOf({ name: 'GET /rout/[id]/' }),
      'The REST interface has no row GET /rout/[id]/.',
    ],
    [
      'with a value that does not exist',
      textOf({ name: 'GET /post/?type=dash' }),
      'type of GET /post/ is none of friends,',
    ],
    ['with a parameter without words', textOf({ name: 'GET /post/?limit=3' }), 'GET /post/ has no parameter limit'],
    ['with a field that does not exist', textOf({ name: 'Query.fed' }), 'The schema has no Query.fed.'],
    [
      'with an argument that does not exist',
      textOf({ name: 'Query.feed(tip:)' }),
      'The schema has no Query.feed(tip:).',
    ],
    [
      'with a required argument',
      textOf({ name: 'Mutation.updatePreferences(input:)' }),
      'Mutation.updatePreferences(input:) is required',
    ],
    [
      'with a day in place of a moment',
      textOf({ sunset: '2028-01-01' }),
      'sunset: must be a date, a time and an offset',
    ],
    [
      'with a moment without an offset',
      textOf({ sunset: '2028-01-01T00:00:00' }),
      'sunset: must be a date, a time and',
    ],
    [
      'with a moment of no calendar',
      textOf({ sunset: '2028-13-01T00:00:00Z' }),
      'sunset: must be a moment of the calendar',
    ],
    [
      'with a sunset before the deprecation',
      textOf({ sunset: '2026-01-01T00:00:00Z' }),
      'the sunset must be after the',
    ],
    [
      'with a brownout that ends first',
      textOf({ brownouts: [{ from: brownout.until, until: brownout.from }] }),
      'brownout 0 must end after it begins',
    ],
    [
      'with a brownout before all',
      textOf({ brownouts: [{ ...brownout, from: '2026-06-01T00:00:00Z' }] }),
      'brownout 0 must begin after the deprecation',
    ],
    [
      'with brownouts that overlap',
      textOf({ brownouts: [brownout, brownout] }),
      'brownout 1 must begin after the end of the one before',
    ],
    [
      'with a brownout after the sunset',
      textOf({ brownouts: [{ ...brownout, until: '2028-06-01T00:00:00Z' }] }),
      'brownout 0 must end before the sunset',
    ],
    ['with another answer', textOf({ brownouts: [{ ...brownout, answer: 410 }] }), 'answer: must be 503'],
    ['with a share of clients', textOf({ brownouts: [{ ...brownout, share: 20 }] }), 'share: must be 100'],
    ['with a notice that is no page', textOf({ notice: 'javascript:1' }), 'notice: must be a URL starting with http'],
    ['that breaks its header', textOf({ notice: 'https://a.example/>' }), 'notice: must be a URL'],
    ['that names something twice', textOf({}, {}), 'retirements.1 (GET /route/[id]/): is in the plan twice'],
    [
      'that names a row by two labels',
      textOf({ name: 'GET /event-participant/' }, { name: 'GET /event-participant/?user_id={user_id}' }),
      'is in the plan twice',
    ],
  ])('%s', (_what, text, sentence) => {
    expect(() => read(text)).toThrow(`RETIREMENT_PLAN: `);
    expect(() => read(text)).toThrow(sentence);
  });
});
