import { expect } from '@jest/globals';
import { nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Answer, Mapping } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import type { fakeNetwork, Member } from '../support/social-network.ts';

/** Path of the row that signs in with the social network. */
export const socialSignInPath = '/account/social/login/';

/** What a sign-in with the social network answers. */
export interface SignedIn {
  username: string;
  api_key: string;
  created: boolean;
  auto_created_friends: Mapping[];
}

/** Adds members to a fake network and signs them in at a service. */
export function membersOf(network: Awaited<ReturnType<typeof fakeNetwork>>, service: TestService) {
  let members = 0;

  /** Joins the network; the token is `token-<id>`. */
  function join(me: Mapping = {}, more: Omit<Member, 'me'> = {}): { id: string; token: string; email: string } {
    members += 1;
    const id = String(1000 + members);
    const person = { id, first_name: 'Nia', last_name: 'Novak', email: `nia${id}@example.com`, verified: true, ...me };
    network.members.set(`token-${id}`, { me: person, ...more });
    return { id, token: `token-${id}`, email: person.email };
  }

  const signIn = (token: string): Promise<Answer> => nobody(service).post(socialSignInPath, { token });

  /** Signs in, which must work; a client with the new key. */
  async function signedIn(token: string): Promise<SignedIn & { client: Client; id: number }> {
    const answer = await signIn(token);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    const body = answer.json<SignedIn>();
    const client = new Client(service.url, `ApiKey ${body.username}:${body.api_key}`);
    const { id } = (await client.get('/me/')).json<{ id: number }>();
    return { ...body, client, id };
  }

  return { join, signIn, signedIn };
}
