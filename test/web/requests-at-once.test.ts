/**
 * A limited number of requests is executed at the same time, people take turns, and requests that exceed the queue are
 * answered with 503.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { allBounds, boundGauges } from '../../src/platform/bounds.ts';
import { until } from '../mail/patience.ts';
import { blackPng } from '../pictures/images.ts';
import { as, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { holdStatements } from '../support/held-statements.ts';
import { testService } from '../support/service.ts';

const service = await testService({ REQUESTS_AT_ONCE: '6', CONNECTIONS_PER_ADDRESS: '5000', DATABASE_POOL: '4' });
const document = '{ me { id } }';
let [eve, fay]: [Person, Person] = [] as never;
beforeAll(async () => {
  [eve, fay] = [await newPerson(service, 'Eve', 'Gate'), await newPerson(service, 'Fay', 'Gate')];
});
type Counted =
  | 'accounts_waiting'
  | 'pictures_waiting'
  | 'requests_running'
  | 'requests_waiting'
  | 'expensive_work_waiting';
const held = (name: Counted) => boundGauges[0].read()[name];

describe('requests of one user', () => {
  test('wait for their turn over both interfaces, while another user is served', async () => {
    const { waiting, release } = holdStatements(service, /profile/);
    const mine = Array.from({ length: 20 }, (_, i) =>
      i % 2 ? as(eve).graphql(document) : as(eve).get(`/profile/${eve.id}/`),
    );
    await until(() => held('requests_waiting') === 19, 'nineteen to wait');
    expect(held('requests_running')).toBe(1);
    expect(waiting()).toBe(1);
    const theirs = as(fay).get(`/profile/${fay.id}/`);
    await until(() => waiting() === 2, 'somebody else to run');
    release();
    expect((await theirs).status).toBe(200);
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual(mine.map(() => 200));
    expect([held('requests_running'), held('requests_waiting')]).toEqual([0, 0]);
  });

  test('beyond 256 that wait, and beyond ten seconds, are answered 503 with Retry-After', async () => {
    const { release } = holdStatements(service, /profile/);
    const refused: [status: number, isSaid: boolean, text: string][] = [];
    const graphql = { method: 'POST', body: JSON.stringify({ query: document }) };
    const headers = { Authorization: eve.authorization, 'Content-Type': 'application/json' };
    // More connections than the tests' client opens.
    const flood = Array.from({ length: 280 }, async (_, i) => {
      const path = i % 2 ? '/graphql' : `/api/v1/profile/${eve.id}/`;
      const answer = await fetch(service.url + path, { headers, ...(i % 2 ? graphql : {}) });
      const text = await answer.text();
      if (answer.status === 200) return;
      refused.push([answer.status, Number(answer.headers.get('retry-after')) > 0, text]);
      if (i % 2) expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'BUSY' } }] });
    });
    await until(() => refused.length > 0, 'some to be refused', 60);
    release();
    await Promise.all(flood);
    for (const [status, isSaid] of refused) expect([status, isSaid]).toEqual([503, true]);
    expect((await as(eve).get('/me/')).status).toBe(200);
  });
});

test('a request that waits at a further gate leaves its place to others', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => newPerson(service, `Searcher ${n}`, 'Gate')));
  const { waiting, release } = holdStatements(service, /search|spelled|word/);
  const searches = people.map((person, n) =>
    n % 2
      ? as(person).graphql('{ searchUsers(q: "anna smith") { totalCount } }')
      : as(person).get('/user/search/?q=anna%20smith'),
  );
  // Two run. Six wait at the gate of expensive work, and none at that of all requests.
  await until(() => held('expensive_work_waiting') === 6, 'six searches to wait');
  expect([waiting(), held('requests_running'), held('requests_waiting')]).toEqual([2, 2, 0]);
  expect((await as(fay).get('/me/')).status).toBe(200);
  release();
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(searches.map(() => 200));
  expect([held('requests_running'), held('requests_waiting')]).toEqual([0, 0]);
});

test('accounts that are deleted one after the other occupy no slot while they wait', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, (_, n) => newPerson(service, `Leaver ${n}`, 'Gate')));
  const { release } = holdStatements(service, /^transaction$/);
  const leave = 'mutation ($i: DeleteAccountInput!) { deleteAccount(input: $i) { done } }';
  const deletions = people.map((person) => as(person).graphql(leave, { i: { password: person.password } }));
  await until(() => held('accounts_waiting') === 4, 'four accounts to wait');
  expect([held('requests_running'), held('requests_waiting')]).toEqual([1, 0]);
  release();
  expect((await Promise.all(deletions)).map(({ errors }) => errors)).toEqual(deletions.map(() => []));
});

test('pictures that wait to be scaled occupy no slot: two are scaled at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => newPerson(service, `Sitter ${n}`, 'Gate')));
  const picture = blackPng(7000, 7000).toString('base64');
  const set = 'mutation ($i: SetProfilePictureInput!) { setProfilePicture(input: $i) { user { id } } }';
  const uploads = people.map((person) => as(person).graphql(set, { i: { picture } }));
  const counted = () => [held('pictures_waiting'), held('requests_running')];
  await until(() => counted().join() === '3,2' || counted().join() === '4,2', 'pictures to wait');
  expect((await Promise.all(uploads)).map(({ errors }) => errors)).toEqual(uploads.map(() => []));
});

test('each bound is enforced by a file, and its current value is a number not above it', () => {
  const now = boundGauges[0].read();
  const most = boundGauges[1].read();
  expect(allBounds().length).toBeGreaterThan(30);
  for (const { name, file } of allBounds()) {
    expect([name, file]).toEqual([name, expect.stringMatching(/^(src|schema|rest-compat)\/.*\.ts$/)]);
    expect([name, (now[name] ?? -1) >= 0 && (now[name] ?? 0) <= (most[name] ?? Infinity)]).toEqual([name, true]);
  }
});
