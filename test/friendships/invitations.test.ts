import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { ask, friends, none, pending, setBlock, tiesOf, waiting } from './ties.ts';

const service = await testService();
let people: Cast;

beforeAll(async () => {
  people = await cast(service);
});

const invite = (person: Person, email: string, name?: string) =>
  as(person).post('/invitation/', name === undefined ? { email } : { email, name });
const asked = (email: string) => service.sql('select * from invitation where lower(email) = lower(?)', [email]);
const queued = async (email: string) =>
  service.sql("select id from pgboss.job where name = 'mail' and data::text ilike ?", [`%${email}%`]);

describe('POST /invitation/', () => {
  test.each(encodingNames)('takes %s: 200 and a mail', async (encoding) => {
    const email = `invited-by-${encoding}@example.org`;
    const { query, parcel } = encodings[encoding]({ email, name: 'Zoë <b>' });
    expect((await as(people.ann).send('POST', `/invitation/${query}`, parcel)).status).toBe(200);
    const [mail] = await mailsTo(service, email, 1);
    expect(mail).toContain('Ann Archer invites you to run together');
    expect(mail).toContain('Hello Zoë <b>,');
    expect(mail).toContain('Hello Zoë &lt;b&gt;,');
    expect(mail).toContain(email);
  });

  test('again: 200, and one mail a day from the same person', async () => {
    const email = 'twice@example.org';
    const start = Date.parse('2030-01-01T12:00:00Z');
    const hours = async (count: number, person: Person, address = email) => {
      service.clock.set(new Date(start + count * 3_600_000));
      expect((await invite(person, address)).status).toBe(200);
    };
    try {
      await hours(0, people.ann);
      await hours(1, people.ann, 'TWICE@example.org');
      await hours(23, people.ann);
      expect(await mailsTo(service, email, 1)).toHaveLength(1);
      await hours(23.5, people.bob);
      expect(await mailsTo(service, email, 2)).toHaveLength(2);
      await hours(24, people.ann);
      expect(await mailsTo(service, email, 3)).toHaveLength(3);
      await hours(25, people.ann);
    } finally {
      service.clock.set(null);
    }
    expect(await asked(email)).toHaveLength(2);
    expect(await mailsTo(service, email, 3)).toHaveLength(3);
  });

  test('ten at once: one mail', async () => {
    const email = 'at-once@example.org';
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(people.ann, email)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await asked(email)).toHaveLength(1);
    expect(await mailsTo(service, email, 1)).toHaveLength(1);
    expect(await queued(email)).toHaveLength(0);
  });

  test('somebody with an account is asked for friendship, and no mail goes out', async () => {
    const eve = await newPerson(service, 'Eve', 'Evans');
    expect((await invite(people.ann, eve.email.toUpperCase())).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(pending);
    expect(await waiting(eve)).toBe(1);
    // Asked already, then friends: still 200, and nothing changes.
    expect((await invite(people.ann, eve.email)).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(pending);
    expect((await invite(eve, people.ann.email)).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(friends);
    expect((await invite(eve, people.ann.email)).status).toBe(200);
    expect(await tiesOf(service, people.ann, eve)).toEqual(friends);
    expect(await asked(eve.email)).toEqual([]);
  });

  test('a block says nothing and asks nothing, whichever way it goes', async () => {
    const frank = await newPerson(service, 'Frank', 'Fox');
    await setBlock(frank, people.cho);
    const known = await invite(people.cho, frank.email);
    const unknown = await invite(people.cho, 'nobody-there@example.org');
    expect(known).toMatchObject({ status: 200, text: unknown.text });
    expect((await invite(frank, people.cho.email)).status).toBe(200);
    expect(await tiesOf(service, people.cho, frank)).toEqual(none);
    expect(await asked(frank.email)).toEqual([]);
  });

  test("refuses what is no address, and one's own", async () => {
    for (const [email, text] of [
      ['nonsense', 'email: is not an e-mail address'],
      ['', 'email: is not an e-mail address'],
      ['a@b.example\r\nBcc: c@d.example', 'email: is not an e-mail address'],
      [people.ann.email.toUpperCase(), 'email: is your own'],
    ] as const)
      expect(await invite(people.ann, email)).toMatchObject({ status: 400, text });
    expect(await as(people.ann).post('/invitation/', {})).toMatchObject({ status: 400, text: 'email: is required' });
    expect(await invite(people.ann, 'a@b.example', 'x'.repeat(101))).toMatchObject({
      status: 400,
      text: 'name: must have at most 100 characters',
    });
    expect((await invite(people.ann, 'a@b.example', 'x\nBcc: y')).status).toBe(400);
    expect((await nobody(service).post('/invitation/', { email: 'a@b.example' })).status).toBe(401);
  });
});

describe('registering with an invited address', () => {
  test('makes friends with everyone who invited it, whatever its case', async () => {
    await invite(people.ann, 'Gina.Gold@Example.com');
    await invite(people.bob, 'gina.gold@example.com');
    const gina = await newPerson(service, 'Gina', 'Gold');
    expect(await tiesOf(service, people.ann, gina)).toEqual(friends);
    expect(await tiesOf(service, people.bob, gina)).toEqual(friends);
    expect(await tiesOf(service, people.cho, gina)).toEqual(none);
    const list = (await as(gina).get('/friendship/')).json<{ objects: { requester: number; status: string }[] }>();
    expect(list.objects.map(({ requester, status }) => [requester, status]).sort()).toEqual(
      [
        [people.ann.id, 'Accepted'],
        [people.bob.id, 'Accepted'],
      ].sort(),
    );
    expect(await asked(gina.email)).toEqual([]);
    expect(await waiting(gina)).toBe(0);
  });

  test('at the moment of the invitation: friends, or asked, never nothing', async () => {
    for (let i = 0; i < 10; i++) {
      const email = `race.number${i}@example.com`;
      const [hugo] = await Promise.all([newPerson(service, 'Race', `Number${i}`), invite(people.ann, email)]);
      expect(hugo.email).toBe(email);
      expect([friends, pending]).toContainEqual(await tiesOf(service, people.ann, hugo));
      expect(await asked(email)).toEqual([]);
    }
  });

  test('an inviter who has been asked meanwhile by nobody keeps their other ties', async () => {
    const ivy = await newPerson(service, 'Ivy', 'Ink');
    await ask(ivy, people.bob);
    await invite(ivy, 'jack.jones@example.com');
    const jack = await newPerson(service, 'Jack', 'Jones');
    expect(await tiesOf(service, ivy, jack)).toEqual(friends);
    expect(await tiesOf(service, ivy, people.bob)).toEqual(pending);
  });
});
