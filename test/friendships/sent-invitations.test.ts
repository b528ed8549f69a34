/** Users see the invitations that they have sent over GraphQL, and can withdraw them. */
import { describe, expect, test } from '@jest/globals';
import { as, cast, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const invite = (person: Person, email: string, name = '') => as(person).post('/invitation/', { email, name });
const withdraw = (person: Person, email: string) =>
  as(person).graphql(
    'mutation ($email: String!) { withdrawInvitation(input: { email: $email }) { invitation { email name } } }',
    { email },
  );

async function sentBy(person: Person, args = 'first: 10') {
  const { data, errors } = await as(person).graphql<{
    sentInvitations: { totalCount: number; nodes: Record<string, string>[]; pageInfo: Record<string, unknown> };
  }>(
    `{ sentInvitations(${args}) { totalCount nodes { email name createdDate mailedDate } pageInfo { endCursor hasNextPage } } }`,
  );
  expect(errors).toEqual([]);
  return data?.sentInvitations ?? { totalCount: 0, nodes: [], pageInfo: {} };
}

describe('sent invitations', () => {
  test('are listed with the newest first, for whoever has sent them', async () => {
    for (const n of [1, 2, 3]) await invite(ann, `listed${n}@example.org`, `Guest ${n}`);
    await invite(bob, 'listed1@example.org');
    const { totalCount, nodes } = await sentBy(ann);
    expect(totalCount).toBe(3);
    expect(nodes.map(({ email, name }) => [email, name])).toEqual([
      ['listed3@example.org', 'Guest 3'],
      ['listed2@example.org', 'Guest 2'],
      ['listed1@example.org', 'Guest 1'],
    ]);
    const { nodes: first, pageInfo } = await sentBy(ann, 'first: 2');
    expect(first).toEqual(nodes.slice(0, 2));
    expect((await sentBy(ann, `first: 2, after: "${String(pageInfo['endCursor'])}"`)).nodes).toEqual(nodes.slice(2));
    expect((await sentBy(bob)).nodes).toHaveLength(1);
  });

  test('can be withdrawn in any spelling of the address, and their links work no longer', async () => {
    await invite(ann, 'withdrawn@example.org', 'Guest');
    const link = /\/invitation\/[^\s"]+/.exec((await mailsTo(service, 'withdrawn@example.org', 1))[0] ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
    const open = () => nobody(service).sendTo('GET', link);
    expect((await open()).status).toBe(200);
    const { data } = await withdraw(ann, 'Withdrawn@Example.org');
    expect(data).toEqual({ withdrawInvitation: { invitation: { email: 'withdrawn@example.org', name: 'Guest' } } });
    expect((await open()).status).toBe(410);
    expect((await sentBy(ann)).nodes.map(({ email }) => email)).not.toContain('withdrawn@example.org');
  });

  test.each<[what: string, email: string, code: string]>([
    ['an address that was not invited', 'unknown@example.org', 'NOT_FOUND'],
    ['the invitation of somebody else', 'of-bob@example.org', 'NOT_FOUND'],
    ['what is no address', 'x', 'INVALID'],
  ])('cannot be withdrawn for %s', async (_what, email, code) => {
    await invite(bob, 'of-bob@example.org');
    const { errors } = await withdraw(ann, email);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([code]);
    expect((await sentBy(bob)).nodes.map((one) => one['email'])).toContain('of-bob@example.org');
  });
});
