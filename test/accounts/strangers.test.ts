/** With `WRITE_TO_STRANGERS=proven`, an account with an unproven address cannot write to people who are not friends. */
import { expect, test } from '@jest/globals';
import { as, befriend, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService({ WRITE_TO_STRANGERS: 'proven' });
const [vera, fay] = [await newPerson(service, 'Vera', 'Victim'), await newPerson(service, 'Fay', 'Friend')];
const { post } = await record(vera, { privacy: 'public' });
const { post: ofFriend } = await record(fay, { privacy: 'public' });

const writings: [
  what: string,
  write: (person: Person, other: Person, postId: number) => ReturnType<ReturnType<typeof as>['post']>,
][] = [
  ['a conversation', (person, other) => as(person).post('/conversation/', { message: 'Hi', recipients: [other.id] })],
  ['a comment', (person, _, postId) => as(person).post('/comment/', { post_id: postId, comment: 'Hi' })],
];

/** Proves the address of somebody by a password link, and signs in again. */
async function prove(person: Person): Promise<Person> {
  await nobody(service).post('/account/forgot_password', { email: person.email });
  const token = /\/password-reset\/([\w-]{43})/.exec((await mailsTo(service, person.email, 1))[0] ?? '')?.[1];
  await nobody(service).graphql(
    'mutation ($i: FinishPasswordResetInput!) { finishPasswordReset(input: $i) { done } }',
    {
      i: { token, newPassword: 'a better password' },
    },
  );
  const signedIn = await nobody(service).post('/account/login/', {
    email: person.email,
    password: 'a better password',
  });
  const { username, api_key } = signedIn.json<{ username: string; api_key: string }>();
  return { ...person, authorization: `ApiKey ${username}:${api_key}` };
}

test.each(writings)(
  '%s for a stranger requires a proven address if it is configured so; for friends it does not',
  async (what, write) => {
    const eve = await newPerson(service, 'Eve', what);
    await befriend(service, eve, fay);
    const refused = await write(eve, vera, post);
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/^Verify your e-mail address first/)]);
    expect((await write(eve, fay, ofFriend)).status).toBe(201);
    expect((await write(eve, eve, (await record(eve)).post)).status).toBe(what === 'a comment' ? 201 : 400);
    expect((await write(await prove(eve), vera, post)).status).toBe(201);
  },
);

test('invitations require a proven address; friend requests do not', async () => {
  const eve = await newPerson(service, 'Eve', 'Inviting');
  expect((await as(eve).post('/invitation/', { email: 'somebody@example.org' })).status).toBe(400);
  expect((await as(eve).post('/friendship/request/', { user_id: vera.id })).status).toBe(201);
  // What is not there is told as such.
  expect((await as(eve).post('/comment/', { post_id: 999_999, comment: 'Hi' })).status).toBe(404);
  expect((await as(await prove(eve)).post('/invitation/', { email: 'somebody@example.org' })).status).toBe(200);
});
