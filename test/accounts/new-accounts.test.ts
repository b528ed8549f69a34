/** New accounts may turn to a few strangers a day, which grows with age and with answers (decisions P26). */
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { manyPeople } from '../support/many-people.ts';
import { testService } from '../support/service.ts';

const service = await testService({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
const strangers = await manyPeople(service, 120, 'Stranger');
let networks = 0;
/** Headers of an address in a network of its own. */
const elsewhere = () => ({ 'X-Forwarded-For': `10.9.${(networks += 1)}.1` });

type Turns = (person: Person, n: number, headers: Record<string, string>) => Promise<Answer>;
const idOf = (n: number) => strangers[n % strangers.length]?.id ?? 0;
const graphql = async (person: Person, headers: Record<string, string>, query: string, input: object) => {
  const body = JSON.stringify({ query, variables: { input } });
  const answer = await as(person).sendTo('POST', '/graphql', {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  });
  const [error] = (answer.json()['errors'] ?? []) as { extensions: { code: string } }[];
  return { ...answer, status: error?.extensions.code === 'RATE_LIMITED' ? 429 : error ? 400 : 201 };
};

const ways: [way: string, turns: Turns][] = [
  ['friend requests', (person, n, headers) => as(person).post('/friendship/request/', { user_id: idOf(n) }, headers)],
  [
    'conversations',
    (person, n, headers) => as(person).post('/conversation/', { message: 'Hi', recipients: [idOf(n)] }, headers),
  ],
  [
    'invitations',
    (person, n, headers) => as(person).post('/invitation/', { email: `n${person.id}.${n}@example.org` }, headers),
  ],
  [
    'friend requests over GraphQL',
    (person, n, headers) =>
      graphql(
        person,
        headers,
        'mutation ($input: RequestFriendshipInput!) { requestFriendship(input: $input) { friendship { id } } }',
        {
          userId: globalId('User', idOf(n)),
        },
      ),
  ],
  [
    'conversations over GraphQL',
    (person, n, headers) =>
      graphql(
        person,
        headers,
        'mutation ($input: StartConversationInput!) { startConversation(input: $input) { conversation { id } } }',
        { recipientIds: [globalId('User', idOf(n))], message: 'Hi' },
      ),
  ],
];
const [[, request], [, converse]] = ways as [(typeof ways)[0], (typeof ways)[0]];

/** How many strangers a person may turn to, up to a number, and the refusal of the next one. */
async function allowed(turns: Turns, person: Person, most: number): Promise<[number, Answer]> {
  const headers = elsewhere();
  for (let n = 0; ; n++) {
    const answer = await turns(person, n, headers);
    if (answer.status >= 400 || n === most) return [n, answer];
  }
}

const age = (person: Person, days: number) =>
  service.sql("update users set date_joined = now() - ? * interval '1 day' - interval '1 minute' where id = ?", [
    days,
    person.id,
  ]);

describe('a new account', () => {
  test.each(ways)(
    'turns to 20 strangers on its first day with %s; the next one is refused and nothing of it is kept',
    async (way, turns) => {
      const eve = await newPerson(service, 'Eve', way);
      const [count, { status, headers, text }] = await allowed(turns, eve, 30);
      expect([count, status]).toEqual([20, 429]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(80_000);
      expect(text).toContain('A new account may turn to 20 strangers in a day');
      const [row] = await service.sql(
        `select (select count(*)::int from friendship where user1_id = ?) + (select count(*)::int from conversation where started_by_id = ?)
         + (select count(*)::int from invitation where inviter_id = ?) as kept`,
        [eve.id, eve.id, eve.id],
      );
      expect(row?.['kept']).toBe(20);
    },
  );

  test('has one allowance for all of them together, which the recipients of one message count for', async () => {
    const eve = await newPerson(service, 'Eve', 'Together');
    const headers = elsewhere();
    const to = (from: number, count: number) =>
      as(eve).post(
        '/conversation/',
        { message: 'Hi', recipients: Array.from({ length: count }, (_, i) => idOf(from + i)) },
        headers,
      );
    expect((await to(0, 21)).status).toBe(429);
    expect((await to(0, 18)).status).toBe(201);
    expect((await request(eve, 50, headers)).status).toBe(201);
    expect((await to(60, 2)).status).toBe(429);
    expect((await to(60, 1)).status).toBe(201);
    expect((await request(eve, 51, headers)).status).toBe(429);
    // A request that is sent again is no further one.
    expect((await request(eve, 50, headers)).text).not.toContain('new account');
  });

  test('may write to its friends, and to whoever asked first, as often as before', async () => {
    const [eve, fay, gus] = [
      await newPerson(service, 'Eve', 'Befriended'),
      await newPerson(service, 'Fay', 'Befriended'),
      await newPerson(service, 'Gus', 'Asking'),
    ];
    await befriend(service, eve, fay);
    await allowed(request, eve, 40);
    const message = await as(eve).post('/conversation/', { message: 'Hi', recipients: [fay.id] }, elsewhere());
    expect(message.status).toBe(201);
    await as(gus).post('/friendship/request/', { user_id: eve.id }, elsewhere());
    expect((await as(eve).post('/friendship/request/', { user_id: gus.id }, elsewhere())).status).toBe(200);
  });

  test('may still write to its friends when its allowance has become smaller', async () => {
    const [eve, ida, joe] = [
      await newPerson(service, 'Eve', 'Smaller'),
      await newPerson(service, 'Ida', 'Smaller'),
      await newPerson(service, 'Joe', 'Smaller'),
    ];
    await befriend(service, eve, ida);
    await befriend(service, eve, joe);
    expect((await allowed(request, eve, 40))[0]).toBe(24);
    const { data } = await as(eve).graphql<{ friendshipWith: { id: string } }>(
      `{ friendshipWith(userId: "${globalId('User', joe.id)}") { id } }`,
    );
    await as(eve).graphql('mutation ($id: ID!) { endFriendship(input: { id: $id }) { deletedId } }', {
      id: data?.friendshipWith.id,
    });
    const write = (to: number) => as(eve).post('/conversation/', { message: 'Hi', recipients: [to] }, elsewhere());
    expect((await write(ida.id)).status).toBe(201);
    expect((await write(joe.id)).status).toBe(429);
  });

  test.each<[days: number, allowance: number]>([
    [0, 20],
    [1, 40],
    [2, 60],
  ])('of %i days may turn to %i strangers a day', async (days, allowance) => {
    const eve = await newPerson(service, 'Eve', `Of ${days} days`);
    await age(eve, days);
    expect((await allowed(request, eve, allowance + 1))[0]).toBe(allowance);
  });

  test('is not new after thirty days, when only the budgets of an hour apply', async () => {
    const eve = await newPerson(service, 'Eve', 'Old');
    await age(eve, 30);
    const [count, { text }] = await allowed(request, eve, 110);
    expect(count).toBe(100);
    expect(text).not.toContain('new account');
  });

  test('may turn to more when strangers answer or accept', async () => {
    const eve = await newPerson(service, 'Eve', 'Answered');
    const friend = strangers[0] as Person;
    expect((await allowed(converse, eve, 30))[0]).toBe(20);
    const [row] = await service.sql('select id from conversation where started_by_id = ? order by id limit 1', [
      eve.id,
    ]);
    const answered = await as(friend).post(
      '/message/',
      { conversation_id: Number(row?.['id']), message: 'Hello' },
      elsewhere(),
    );
    expect(answered.status).toBeLessThan(300);
    // The one who has answered counts no longer, and two more come for the answer.
    const headers = elsewhere();
    const statuses = [];
    for (let n = 40; n < 44; n++) statuses.push((await converse(eve, n, headers)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  test('does not pass its allowance with requests at the same time', async () => {
    const eve = await newPerson(service, 'Eve', 'Racing');
    const headers = elsewhere();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? request : converse)(eve, n, headers)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  });
});

test('accounts of less than a day at one address turn to 300 strangers an hour together', async () => {
  const headers = elsewhere();
  let written = 0;
  for (let account = 0; account < 17; account++) {
    const eve = await newPerson(service, 'Eve', `Number ${account}`);
    for (let at = 0; at < 20; at += 10) {
      const recipients = Array.from({ length: 10 }, (_, i) => idOf(at + i));
      if ((await as(eve).post('/conversation/', { message: 'Hi', recipients }, headers)).status === 201) written += 10;
    }
  }
  expect(written).toBe(300);
});
