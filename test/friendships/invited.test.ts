/** A person registers whom others have invited, with or without the mailed link. */
import { describe, expect, test } from '@jest/globals';
import { newStaff, suspend } from '../people/moderating.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { invitingAt } from './inviting.ts';
import { friends, none, pending, requestFriendship, setBlock, tiesOf, waiting } from './friendship-calls.ts';

const service = await testService();
const people = await cast(service);
const { invite, invitationsTo, linkTo, getPage, postPage, prove, signedIn } = invitingAt(service);

describe('registering with an invited address', () => {
  test('leads to friendships with all inviters once the address is proven, and to requests before', async () => {
    await invite(people.ann, 'Gina.Gold@Example.com');
    await invite(people.bob, 'gina.gold@example.com');
    const before = [await waiting(people.ann), await waiting(people.bob)].map(Number);
    const early = await newPerson(service, 'Gina', 'Gold');
    expect(await tiesOf(service, people.ann, early)).toEqual(pending);
    expect([await waiting(people.ann), await waiting(people.bob)]).toEqual(before.map((count) => count + 1));
    expect(await waiting(early)).toBe(0);
    const gina = await prove(early);
    expect(await tiesOf(service, people.ann, gina)).toEqual(friends);
    expect(await tiesOf(service, people.bob, gina)).toEqual(friends);
    expect(await tiesOf(service, people.cho, gina)).toEqual(none);
    const list = (await as(gina).get('/friendship/')).json<{ objects: { requester: number; status: string }[] }>();
    expect(list.objects.map(({ requester, status }) => [requester, status]).sort()).toEqual(
      [
        [early.id, 'Accepted'],
        [early.id, 'Accepted'],
      ].sort(),
    );
    expect(await invitationsTo(gina.email)).toEqual([]);
    expect(await waiting(gina)).toBe(0);
  });

  test('leaves the request to the inviter: the new user cannot accept it, and who ends it ends the invitation', async () => {
    const emails = ['olga.one@example.com', 'olga.two@example.com', 'olga.three@example.com'];
    for (const email of emails) await invite(people.ann, email);
    const [one, two, three] = [
      await newPerson(service, 'Olga', 'One'),
      await newPerson(service, 'Olga', 'Two'),
      await newPerson(service, 'Olga', 'Three'),
    ];
    const requestOf = async (person: Person) => {
      const path = `/friendship/exists/${person.id}/?with_user_id=${people.ann.id}&status=Pending`;
      return (await as(person).get(path)).json<{ id: number; requester: number; status: string }>();
    };
    const request = await requestOf(one);
    expect(request).toMatchObject({ requester: one.id, status: 'Pending' });
    expect((await as(one).post('/friendship/accept/', { friendship_id: request.id })).status).toBe(401);
    expect((await as(people.ann).post('/friendship/accept/', { friendship_id: request.id })).status).toBe(200);
    expect(await tiesOf(service, people.ann, one)).toEqual(friends);
    // Declined by the inviter, or withdrawn by the new user.
    await as(people.ann).send('DELETE', `/friendship/${(await requestOf(two)).id}/`);
    await as(three).send('DELETE', `/friendship/${(await requestOf(three)).id}/`);
    for (const person of [two, three]) expect(await tiesOf(service, people.ann, await prove(person))).toEqual(none);
    expect(await tiesOf(service, people.ann, await prove(one))).toEqual(friends);
  });

  test('through the page of the link creates an account with a proven address and the friendship', async () => {
    const email = 'paula@example.com';
    await invite(people.ann, email);
    const link = await linkTo(email);
    for (let i = 0; i < 2; i++)
      expect(await getPage(link)).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    const names = { first_name: 'Paula', last_name: 'Page' };
    const choice = { ...names, password: 'a good password', again: 'a good password' };
    const page = (await getPage(link)).text;
    expect(page).toContain('Ann Archer has invited you.');
    const differing = await postPage(link, { ...choice, again: 'another' });
    expect(differing).toMatchObject({ status: 400, text: expect.stringMatching(/value="Paula"[^]*value="Page"/) });
    const wrong = await postPage(link, { ...choice, first_name: '', last_name: '<b>', password: 'x', again: 'x' });
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('value="&lt;b&gt;"') });
    expect(wrong.text.match(/role="alert"/g)).toHaveLength(2);
    expect((await postPage(link, { ...choice, password: 'password', again: 'password' })).status).toBe(400);
    expect(await postPage(link, choice)).toMatchObject({ status: 303, headers: { location: 'done' } });
    expect((await nobody(service).sendTo('GET', '/invitation/done')).status).toBe(200);
    const me = (await nobody(service).post('/account/login/', { email, password: 'a good password' })).json<{
      username: string;
      api_key: string;
    }>();
    const { id } = (await nobody(service).get('/me/', { Authorization: `ApiKey ${me.username}:${me.api_key}` })).json<{
      id: number;
    }>();
    expect(await tiesOf(service, people.ann, { ...people.bob, id })).toEqual(friends);
    expect([(await getPage(link)).status, (await postPage(link, choice)).status]).toEqual([410, 410]);
  });

  test('by somebody who is suspended: the page does not open, and the invitation waits', async () => {
    const [staff, sue] = [await newStaff(service), await newPerson(service, 'Sue', 'Stone')];
    await invite(sue, 'uma.urban@example.com');
    const link = await linkTo('uma.urban@example.com');
    await suspend(staff, sue);
    expect((await getPage(link)).status).toBe(410);
    const uma = await prove(await newPerson(service, 'Uma', 'Urban'));
    expect(await tiesOf(service, sue, uma)).toEqual(none);
    expect(await invitationsTo(uma.email)).toHaveLength(1);
  });

  test('with the link proves the address, but not with the link to another address, a changed or an expired one', async () => {
    const register = (email: string, invitation: string) =>
      nobody(service).graphql<{ register: { apiKey: string; user: { id: string } } }>(
        'mutation ($input: RegisterInput!) { register(input: $input) { apiKey } }',
        { input: { firstName: 'Rita', lastName: 'Row', email, password: 'a good password', invitation } },
      );
    await invite(people.ann, 'rita@example.com');
    const link = service.url + (await linkTo('rita@example.com'));
    const wrong: [string, string][] = [
      ['other@example.com', link],
      ['rita@example.com', link.replace(/signature=../, 'signature=xx')],
      ['rita@example.com', link.replace(/\/invitation\/\d+/, '/invitation/1')],
      ['rita@example.com', 'nonsense'],
    ];
    for (const [email, invitation] of wrong)
      expect((await register(email, invitation)).errors[0]?.extensions).toMatchObject({
        fields: { invitation: expect.any(String) },
      });
    service.clock.set(new Date(Date.now() + 31 * 24 * 3_600_000));
    expect((await getPage(new URL(link).pathname + new URL(link).search)).status).toBe(410);
    service.clock.set(null);
    expect((await register('RITA@example.com', link)).errors).toEqual([]);
    const [row] = await service.sql("select id from users where email = 'RITA@example.com'");
    expect(await tiesOf(service, people.ann, { ...people.bob, id: Number(row?.['id']) })).toEqual(friends);
  });

  test('by somebody else first: the page transfers the account to the owner of the address', async () => {
    const email = 'bea.baum@example.com';
    await invite(people.ann, email);
    const squatter = await newPerson(service, 'Bea', 'Baum');
    expect(await tiesOf(service, people.ann, squatter)).toEqual(pending);
    const link = await linkTo(email);
    expect((await getPage(link)).text).toMatch(/It has the first name Bea and was made on \w+ \d+, \d{4}\./);
    expect((await as(squatter).get('/me/')).status).toBe(200);
    const choice = { password: 'of the real Bea', again: 'of the real Bea' };
    expect((await postPage(link, choice)).status).toBe(303);
    expect((await as(squatter).get('/me/')).status).toBe(401);
    expect((await nobody(service).post('/account/login/', { email, password: squatter.password })).status).toBe(400);
    const bea = await signedIn(squatter, 'of the real Bea');
    expect((await as(bea).get('/me/')).status).toBe(200);
    expect(await tiesOf(service, people.ann, bea)).toEqual(friends);
    expect((await postPage(link, choice)).status).toBe(410);
  });

  test('by the owner of the address: the page confirms the account, and nothing ends', async () => {
    const email = 'nora.north@example.com';
    await invite(people.ann, email);
    const nora = await newPerson(service, 'Nora', 'North');
    const link = await linkTo(email);
    // Mail programs follow links.
    for (const method of ['GET', 'HEAD']) await nobody(service).sendTo(method, link);
    expect(await tiesOf(service, people.ann, nora)).toEqual(pending);
    const answers = await Promise.all([1, 2, 3].map(() => postPage(link, { answer: 'mine' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
    expect(answers.find(({ status }) => status === 303)?.headers['location']).toBe('confirmed');
    expect((await nobody(service).sendTo('GET', '/invitation/confirmed')).status).toBe(200);
    expect((await as(nora).get('/me/')).status).toBe(200);
    expect((await as(await signedIn(nora, nora.password)).get('/me/')).status).toBe(200);
    expect(await tiesOf(service, people.ann, nora)).toEqual(friends);
    expect(await service.sql('select email_proven from users where id = ?', [nora.id])).toEqual([
      { email_proven: true },
    ]);
    expect([(await getPage(link)).status, (await postPage(link, { answer: 'mine' })).status]).toEqual([410, 410]);
  });

  test('without an account, the answer "mine" of the page is refused', async () => {
    const email = 'nobody.yet@example.com';
    await invite(people.ann, email);
    expect((await postPage(await linkTo(email), { answer: 'mine' })).status).toBe(410);
    expect(await service.sql('select 1 from users where email = ?', [email])).toEqual([]);
  });

  test('at the time of the invitation: either an invitation or a request is always stored', async () => {
    for (let i = 0; i < 10; i++) {
      const email = `race.number${i}@example.com`;
      const [hugo] = await Promise.all([newPerson(service, 'Race', `Number${i}`), invite(people.ann, email)]);
      expect(hugo.email).toBe(email);
      const invited = (await invitationsTo(email)).length === 1;
      expect(await tiesOf(service, people.ann, hugo)).toEqual(pending);
      if (i > 2) continue;
      await prove(hugo);
      expect(await tiesOf(service, people.ann, hugo)).toEqual(invited ? friends : pending);
    }
  });

  test('accepts a pending request with the proof, and keeps a block', async () => {
    const email = 'kim.knot@example.com';
    for (const inviter of [people.ann, people.bob, people.cho]) await invite(inviter, email);
    const early = await newPerson(service, 'Kim', 'Knot');
    await requestFriendship(people.ann, early);
    await setBlock(early, people.cho);
    const kim = await prove(early);
    expect(await tiesOf(service, people.ann, kim)).toEqual(friends);
    expect(await tiesOf(service, people.bob, kim)).toEqual(friends);
    expect(await tiesOf(service, people.cho, kim)).toEqual(none);
  });

  test('leaves other relations of the inviter unchanged', async () => {
    const ivy = await newPerson(service, 'Ivy', 'Ink');
    await requestFriendship(ivy, people.bob);
    await invite(ivy, 'jack.jones@example.com');
    const jack = await prove(await newPerson(service, 'Jack', 'Jones'));
    expect(await tiesOf(service, ivy, jack)).toEqual(friends);
    expect(await tiesOf(service, ivy, people.bob)).toEqual(pending);
  });
});
