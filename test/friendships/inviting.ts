import { expect } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { as, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { mailsTo } from '../support/mails.ts';
import type { TestService } from '../support/service.ts';

/** What tests do with invitations at a service. */
export function invitingAt(service: TestService) {
  const invite = (person: Person, email: string, name?: string) =>
    as(person).post('/invitation/', name === undefined ? { email } : { email, name });
  const invitationsTo = (email: string) =>
    service.sql('select * from invitation where lower(email) = lower(?)', [email]);
  const queued = async (email: string) =>
    service.sql("select id from pgboss.job where name = 'mail' and data::text ilike ?", [`%${email}%`]);

  /** The link of the mail that an inviter's invitation sent, as path and query. */
  async function linkTo(email: string, count = 1): Promise<string> {
    const mail = (await mailsTo(service, email, count)).at(-1) ?? '';
    const url = new URL(/http:\/\/\S+\/invitation\/\S+/.exec(mail)?.[0] ?? '');
    expect(url.origin).toBe(service.url);
    return url.pathname + url.search;
  }
  const getPage = (link: string) => nobody(service).sendTo('GET', link);
  const postPage = (link: string, fields: Record<string, string>) =>
    nobody(service).sendTo('POST', link, {
      headers: { 'Content-Type': contentTypes.form },
      body: new URLSearchParams(fields).toString(),
    });
  /** Proves an address by a password link; signs in again. */
  async function prove(person: Person, password = 'a better password'): Promise<Person> {
    expect((await nobody(service).post('/account/forgot_password', { email: person.email })).status).toBe(200);
    // Invitations to the address may come before and after.
    let token: string | undefined;
    await until(async () => {
      const mails = await mailsTo(service, person.email, 0);
      token = mails.map((mail) => /\/password-reset\/([\w-]{43})/.exec(mail)?.[1]).find(Boolean);
      return token !== undefined;
    }, 'the password link');
    const { errors } = await nobody(service).graphql(
      'mutation ($input: FinishPasswordResetInput!) { finishPasswordReset(input: $input) { done } }',
      { input: { token, newPassword: password } },
    );
    expect(errors).toEqual([]);
    return signedIn(person, password);
  }
  async function signedIn(person: Person, password: string): Promise<Person> {
    const answer = await nobody(service).post('/account/login/', { email: person.email, password });
    const { username, api_key } = answer.json<{ username: string; api_key: string }>();
    return { ...person, password, username, authorization: `ApiKey ${username}:${api_key}` };
  }

  return { invite, invitationsTo, queued, linkTo, getPage, postPage, prove, signedIn };
}
