/**
 * Users can invite people by mail.
 * Rows: `POST /invitation/`.
 */
import { describe, expect, test } from '@jest/globals';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { invitingAt } from './inviting.ts';
import { friends, none, pending, setBlock, tiesOf, waiting } from './friendship-calls.ts';

const service = await testService();
const people = await cast(service);

const { invite, invitationsTo, queued } = invitingAt(service);

describe('POST /invitation/', () => {
  test.each(encodingNames)('accepts %s, answers 200 and sends a mail', async (encoding) => {
    const email = `invited-by-${encoding}@example.org`;
    const { query, parcel } = encodings[encoding]({ email, name: 'Zoë <b>' });
    expect((await as(people.ann).send('POST', `/invitation/${query}`, parcel)).status).toBe(200);
    const [mail] = await mailsTo(service, email, 1);
    expect(mail).toContain('Ann Archer invites you to run together');
    expect(mail).toContain('Hello Zoë <b>,');
    expect(mail).toContain('Hello Zoë &lt;b&gt;,');
    expect(mail).toContain(email);
  });

  test('answers 200 to a repeated invitation, and sends one mail a day from the same user', async () => {
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
    expect(await invitationsTo(email)).toHaveLength(2);
    expect(await mailsTo(service, email, 3)).toHaveLength(3);
  });

  test('sends one mail for ten simultaneous invitations', async () => {
    const email = 'at-once@example.org';
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(people.ann, email)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await invitationsTo(email)).toHaveLength(1);
    expect(await mailsTo(service, email, 1)).toHaveLength(1);
    expect(await queued(email)).toHaveLength(0);
  });

  test('sends a friend request and no mail to a user with an account', async () => {
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
    expect(await invitationsTo(eve.email)).toEqual([]);
  });

  test('does nothing across a block in either direction, with the same answer', async () => {
    const frank = await newPerson(service, 'Frank', 'Fox');
    await setBlock(frank, people.cho);
    const known = await invite(people.cho, frank.email);
    const unknown = await invite(people.cho, 'nobody-there@example.org');
    expect(known).toMatchObject({ status: 200, text: unknown.text });
    expect((await invite(frank, people.cho.email)).status).toBe(200);
    expect(await tiesOf(service, people.cho, frank)).toEqual(none);
    expect(await invitationsTo(frank.email)).toEqual([]);
  });

  test("refuses an invalid address, and one's own", async () => {
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

let names = 0;

describe('names in the mail', () => {
  test.each([
    ['https://evil.example/x', ''],
    ['see evil.example now', ''],
    ['www evil', ''],
    ['call me@evil', ''],
    ['evil。example', ''],
    ['=?utf-8?B?ZXZpbA==?=', ''],
    ['J. R. R. Tolkien', 'Hello J. R. R. Tolkien,'],
  ])('%j is greeted with %j', async (name, greeting) => {
    const email = `named-${(names += 1)}@example.org`;
    expect((await invite(people.ann, email, name)).status).toBe(200);
    const [mail = ''] = await mailsTo(service, email, 1);
    expect(mail).toContain(greeting === '' ? 'Hello,' : greeting);
    if (greeting === '') expect(mail).not.toContain(name);
  });

  test.each([
    ['You won: claim at https://evil.example/x', 'Test'],
    ['Runners security: visit evil', 'evil.example now'],
    ['Evil', '=?utf-8?B?YXQgaHR0cDovL2V2aWwuZXhhbXBsZS93aW4=?='],
    ['=?utf-8?Q?evil?=', '=?utf-8?Q?=0D=0ABcc:_x@evil.example?='],
    ['Evil =', '?= =?utf-8?Q?evil'],
  ])('of an inviter is left out if it looks like a link: %s %s', async (first, last) => {
    const mallory = await newPerson(service, first, last);
    const email = `victim-${(names += 1)}@example.org`;
    await invite(mallory, email);
    const [mail = ''] = await mailsTo(service, email, 1);
    expect(mail).not.toMatch(/evil|You won|Bcc:|=\?/i);
    expect(mail).toContain('Somebody who knows this address');
  });
});
