/**
 * What goes from one person to another at the old service goes with a later bundle: keys, user names, addresses, people of social
 * networks; and what somebody has revoked here does not come back.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '../../../test/support/client.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { person, writeBundle } from './bundle-maker.ts';
import { loaded, opened, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);
let bundles = 0;
type User = Record<string, unknown>;
const bundleOf = (...users: User[]) => writeBundle(join(root, String(++bundles)), { users });

/** Loads it, and expects that everything is as it says. */
async function load(...users: User[]) {
  const bundle = await bundleOf(...users);
  const result = await loaded(service, bundle);
  const { counts, differing } = await verified(service, bundle);
  return { ...result, differing, verified: counts['users'] };
}
const key = (text: string) => createHash('sha1').update(text).digest('hex');
const ownersOf = async (one: string) =>
  (
    await service.sql('select user_id::int as id from api_key where key_hash = ?', [
      createHash('sha256').update(one).digest(),
    ])
  ).map(({ id }) => id);

describe('a key', () => {
  const [one, other] = [key('one'), key('other')];
  const with1 = { ...person(1), api_keys: [one] };
  const with2 = { ...person(2), api_keys: [other, one] };
  const without1 = { ...person(1), api_keys: [] };
  const without2 = { ...person(2), api_keys: [other] };

  test.each([
    ['in the order of the file', [with1, without2], [without1, with2]],
    ['against the order of the file', [without2, with1], [with2, without1]],
    ['of somebody whom the later bundle does not have', [with1, without2], [with2]],
  ])('moves there and back, %s', async (_how, first, second) => {
    for (const _again of [1, 2]) {
      expect((await load(...first)).differing).toEqual([]);
      expect(await ownersOf(one)).toEqual([1]);
      const { differing } = await load(...second);
      expect(differing).toEqual([]);
      expect(await ownersOf(one)).toEqual([2]);
    }
    expect((await load(...second)).counts['users']).toMatchObject({ written: 0 });
  });

  test('that one record has twice is one', async () => {
    const [twice, link] = [key('twice'), { network: 'facebook', id: 'twice' }];
    const hashed = createHash('sha256').update(twice).digest('hex');
    const user = { ...person(3), api_keys: [twice, twice], api_key_hashes: [hashed], social: [link, link] };
    const { told } = await load(user);
    expect(told.filter(({ what }) => what === 'refused')).toEqual([]);
    expect(await ownersOf(twice)).toEqual([3]);
  });
});

test('a person of a social network moves against the order of the file', async () => {
  const social = [{ network: 'facebook', id: 'moving' }];
  await load({ ...person(11), social: [] }, { ...person(12), social });
  expect((await load({ ...person(11), social }, { ...person(12), social: [] })).differing).toEqual([]);
  expect(await service.sql("select user_id::int as id from social_account where social_id = 'moving'")).toEqual([
    { id: 11 },
  ]);
});

test('a user name and an address that somebody has given up are free in the same bundle', async () => {
  await load(person(21), person(22));
  const { username, email } = person(22);
  const { told, differing, counts } = await load(
    { ...person(21), username, email },
    { ...person(22), username: 'new_22', email: 'new22@example.com' },
  );
  expect([told, differing]).toEqual([[], []]);
  expect(counts['users']).toMatchObject({ read: 2, stored: 2, refused: 0, written: 2 });
});

describe('what somebody has revoked here', () => {
  beforeAll(async () => {
    await load({ ...person(31), api_keys: [key('lost'), key('kept')] });
    await opened(service);
  });

  test('does not come back with a later bundle', async () => {
    const client = new Client(service.url, `ApiKey runner_31:${key('kept')}`);
    const { data } = await client.graphql<{ apiKeys: { id: string; isCurrent: boolean }[] }>(
      '{ apiKeys { id isCurrent } }',
    );
    const lost = data?.apiKeys.find(({ isCurrent }) => !isCurrent);
    const revoked = await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { __typename } }', {
      id: lost?.id,
    });
    expect(revoked.errors).toEqual([]);
    const { counts } = await load({ ...person(31), first_name: 'Changed there', api_keys: [key('lost'), key('kept')] });
    expect(counts['users']).toMatchObject({ kept: 0, written: 1 });
    expect(await ownersOf(key('lost'))).toEqual([]);
    expect((await new Client(service.url, `ApiKey runner_31:${key('lost')}`).get('/me/')).status).toBe(401);
  });
});
