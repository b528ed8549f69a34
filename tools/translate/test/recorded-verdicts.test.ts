/** What a recording of yesterday is judged to be: new data are no difference, altered answers are, and refusals are told apart. */
import { describe, expect, test } from '@jest/globals';
import { as, befriend, newPerson, nobody } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { testService } from '../../../test/support/service.ts';
import { record, workoutBody } from '../../../test/support/workouts.ts';
import { entryOf } from './har-of-calls.ts';

const service = await testService({ PLAYGROUND: 'on' });
const ann = await newPerson(service, 'Ann', 'Yesterday');
const bob = await newPerson(service, 'Bob', 'Yesterday');
await befriend(service, ann, bob);
await record(ann, { title: 'Before it', run_date: '2023-12-01T07:00:00' });
const { workout, post } = await record(ann, { post_body: 'Text', title: 'Along the canal' });
await as(bob).post('/conversation/', { message: 'Hello', recipients: [ann.id] });

interface Judged {
  row: string | null;
  verdict: string;
  reason?: string;
  differences: { path: string }[];
}
const json = { 'Content-Type': 'application/json' };
const judge = async (entries: object[], who: Person | null = ann): Promise<Judged[]> => {
  const answer = await (who ? as(who) : nobody(service)).sendTo('POST', '/migrate/calls', {
    headers: { ...json, Accept: 'application/json' },
    body: JSON.stringify(entries),
  });
  return answer.json<{ calls: Judged[] }>().calls;
};
const verdictsOf = async (entries: object[], who?: Person | null) =>
  (await judge(entries, who)).map(({ verdict }) => verdict);

const paths = [
  '/post/?type=friends',
  `/post/?user_id=${ann.id}`,
  `/post/${post}/`,
  `/workout/?user=${ann.id}`,
  `/user/${ann.id}/`,
  `/user/${ann.id}/?full=1`,
  `/stats/${ann.id}/`,
  '/conversation/?limit=5',
  '/me/',
  `/comment/?post=${post}`,
  `/friendship/?user=${ann.id}`,
  // A page with a link to the next one.
  '/post/?type=friends&limit=1',
];
const yesterday: object[] = [];
for (const path of paths) yesterday.push(await entryOf(ann, 'GET', path));
for (const Accept of ['application/xml', 'text/yaml'])
  yesterday.push(await entryOf(ann, 'GET', '/post/?type=friends', { headers: { Accept } }));

describe('a recording of yesterday', () => {
  test('has nothing different before and after new data', async () => {
    for (const verdict of await verdictsOf(yesterday)) expect(['equal', 'refused as recorded']).toContain(verdict);
    await record(bob, { title: 'New run', run_date: '2024-03-05T07:00:00' });
    await record(ann, { title: 'Another one', run_date: '2024-03-06T07:00:00', distance_in_meters: 9000 });
    await as(bob).post('/comment/', { post_id: post, comment: 'Well run!' });
    await as(bob).post(`/post/${post}/like/`, {});
    await as(bob).post('/conversation/', { message: 'Again', recipients: [ann.id] });
    const judged = await judge(yesterday);
    const wrong = judged.filter(({ verdict }) => verdict === 'different');
    expect(wrong).toEqual([]);
    expect(judged.filter(({ verdict }) => verdict === 'same fields, other values').length).toBeGreaterThan(5);
  });

  test.each([
    ['a text', 0, /Along the canal/g, 'Along the sea', /title$/],
    ['a name', 0, /\\"Yesterday\\"/g, String.raw`\"Yestreday\"`, /name$/],
    ['a field that GraphQL has no more', 0, /\\"title\\":/g, String.raw`\"old_title\":`, /title$/],
    [
      'a number that is a text',
      2,
      /\\"comment_count\\":\s*\d+/g,
      String.raw`\"comment_count\":\"many\"`,
      /comment_count$/,
    ],
    [
      'a run that was longer',
      3,
      /\\"distance_in_meters\\":\s*\\"[\d.]+\\"/g,
      String.raw`\"distance_in_meters\":\"77.00\"`,
      /distance_in_meters$/,
    ],
  ])('that says %s otherwise is different', async (_what, which, from, to, path) => {
    const text = JSON.stringify(yesterday[which]);
    const altered = text.replaceAll(from, to);
    expect(altered).not.toBe(text);
    const [one] = await judge([JSON.parse(altered) as object]);
    expect([one?.verdict, one?.differences.some((each) => path.test(each.path))]).toEqual(['different', true]);
  });
});

describe('a refusal', () => {
  test('that was recorded is one here, with a key and without', async () => {
    const bad = JSON.stringify(workoutBody({ run_date: 'yesterday' }));
    const entries = [
      await entryOf(ann, 'GET', '/post/?type=bogus'),
      await entryOf(ann, 'POST', '/workout/', { headers: json, body: bad }),
      await entryOf(ann, 'POST', '/workout/', { headers: json, body: '{"title":' }),
      await entryOf(ann, 'GET', '/nothing/'),
      await entryOf(ann, 'PUT', `/profile/${ann.id}/`, { headers: json, body: '{}' }),
    ];
    const refused = entries.map(() => 'refused as recorded');
    expect(await verdictsOf(entries)).toEqual(refused);
    expect(await verdictsOf(entries, null)).toEqual(refused);
    expect(await verdictsOf([await entryOf(ann, 'GET', '/workout/999999/')])).toEqual(['refused as recorded']);
  });

  test('of what was accepted is different, with its sentence', async () => {
    const body = JSON.stringify(workoutBody({ title: 'Twice', run_date: '2024-04-01T07:00:00' }));
    const made = await entryOf(ann, 'POST', '/workout/', { headers: json, body });
    const [again] = await judge([made]);
    expect(again).toMatchObject({ verdict: 'different', differences: [{ path: 'status' }] });
    expect(again?.reason).toMatch(/^This service answers 400: .*already/);
  });

  test('for the key of the recording is no difference', async () => {
    const wrong = { ...ann, authorization: 'ApiKey nobody:nothing' };
    const [one] = await judge([await entryOf(wrong, 'GET', '/me/')]);
    expect(one).toMatchObject({ verdict: 'translated', reason: expect.stringContaining('key') as unknown });
  });
});

test('only what the interface does not have is not of it', async () => {
  const described = await entryOf(ann, 'GET', '/user/schema/');
  const recorded = (await entryOf(ann, 'GET', '/me/')) as { request: { url: string } };
  const elsewhere = (url: string) => ({ ...recorded, request: { ...recorded.request, url } });
  const judged = await judge([
    described,
    await entryOf(ann, 'GET', '/'),
    elsewhere('https://cdn.example/logo.png'),
    elsewhere('https://old.example/api/v1/nothing/'),
  ]);
  expect(judged.map(({ verdict }) => verdict)).toEqual([
    'translated',
    'translated',
    'not of this interface',
    'not of this interface',
  ]);
  expect(judged[0]?.reason).toMatch(/describes the interface/);
});

test('a run is judged by what it is', async () => {
  expect((await judge([await entryOf(ann, 'GET', `/workout/${workout}/`)]))[0]?.verdict).toBe('equal');
});
