/** Users see the social networks with which they sign in over GraphQL, and can disconnect them. */
import { describe, expect, test } from '@jest/globals';
import { as, cast } from '../support/cast.ts';
import type { Client } from '../support/client.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import { membersOf } from './social-members.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const { ann } = await cast(service);
const { join, signedIn } = membersOf(network, service);

const listed = async (client: Client) => {
  const { data } = await client.graphql<{ socialAccounts: { network: string; createdDate: string }[] }>(
    '{ socialAccounts { network createdDate } }',
  );
  return data?.socialAccounts ?? [];
};
const disconnect = (client: Client, name: string) =>
  client.graphql('mutation ($name: String!) { disconnectSocialAccount(input: { network: $name }) { done } }', { name });

describe('social accounts', () => {
  test('are listed for their user', async () => {
    const { client } = await signedIn(join().token);
    expect(await listed(client)).toEqual([{ network: expect.any(String), createdDate: expect.any(String) }]);
    expect(await listed(as(ann))).toEqual([]);
  });

  test('can be disconnected by whoever has a password, and sign in to the account no longer', async () => {
    const { token } = join();
    const { client, id } = await signedIn(token);
    const [{ network: name = '' } = {}] = await listed(client);
    await service.sql("update users set password_hash = 'x' where id = ?", [id]);
    expect((await disconnect(client, name)).data).toEqual({ disconnectSocialAccount: { done: true } });
    expect(await listed(client)).toEqual([]);
    const again = await disconnect(client, name);
    expect(again.errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
    // The key in use remains.
    expect((await client.get('/me/')).status).toBe(200);
  });

  // Accounts of Django that have no password have a hash of this form.
  test.each([null, '!x'])('cannot be disconnected if nothing else signs in, and nothing changes', async (hash) => {
    const { client, id } = await signedIn(join().token);
    await service.sql('update users set password_hash = ? where id = ?', [hash, id]);
    const [{ network: name = '' } = {}] = await listed(client);
    const { errors } = await disconnect(client, name);
    expect(errors[0]?.extensions.code).toBe('INVALID');
    expect(errors[0]?.message).toContain('is the only way to sign in');
    expect(await listed(client)).toHaveLength(1);
  });
});
