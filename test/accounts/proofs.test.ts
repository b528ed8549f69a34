/**
 * An e-mail address is proven by a mailed link or by a social network, which revokes everything that was attached to
 * the account before.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { sweepEnded } from '../../src/wiring/sweeping.ts';
import { globalId } from '../../schema/global-id.ts';
import { smallJpeg } from '../pictures/images.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const strict = await testService({ ...network.environment, SOCIAL_EMAILS: 'proven' });
const person = (at = service) => newPerson(at, 'Eve', `E${randomUUID().slice(0, 8)}`);
afterEach(() => service.clock.set(null));

let members = 0;
/** Joins the network with what it says of the address; the token. */
function join(email: string, said: { verified?: unknown }): string {
  const id = String(5000 + (members += 1));
  network.members.set(`token-${id}`, { me: { id, first_name: 'Nia', last_name: 'Novak', email, ...said } });
  return `token-${id}`;
}
const enter = (token: string, at = service) => nobody(at).post('/account/social/login/', { token });
const signIn = (email: string, password: string) => nobody(service).post('/account/login/', { email, password });

/** Asks for a password mail; the token in the one that comes as the `count`-th. */
async function requestReset(email: string, count = 1): Promise<string> {
  expect((await nobody(service).post('/account/forgot_password', { email })).status).toBe(200);
  return /\/password-reset\/([\w-]{43})/.exec((await mailsTo(service, email, count)).at(-1) ?? '')?.[1] ?? '';
}
async function reset(token: string, newPassword: string): Promise<string | undefined> {
  const { errors } = await nobody(service).graphql(
    'mutation ($input: FinishPasswordResetInput!) { finishPasswordReset(input: $input) { done } }',
    { input: { token, newPassword } },
  );
  return errors[0]?.extensions.code;
}
async function exportOf(client: Client): Promise<string> {
  const { data } = await client.graphql<{ exportMyData: { url: string } }>('mutation { exportMyData { url } }');
  return data?.exportMyData.url ?? '';
}
async function uploadOf(client: Client): Promise<string> {
  const { data, errors } = await client.graphql<{ prepareProfilePictureUpload: { upload: { uploadUrl: string } } }>(
    'mutation { prepareProfilePictureUpload { upload { uploadUrl } } }',
  );
  expect(errors).toEqual([]);
  return data?.prepareProfilePictureUpload.upload.uploadUrl ?? '';
}
const put = async (url: string) => fetch(url, { method: 'PUT', body: new Uint8Array(await smallJpeg()) });
const statusOf = async (url: string) => (await fetch(url)).status;

describe('the first proof of an address', () => {
  test('by a mailed link ends the access of a network that had not verified the address', async () => {
    const email = `squatted-${randomUUID().slice(0, 8)}@example.com`;
    const token = join(email, { verified: false });
    const squatter = (await enter(token)).json<{ username: string; api_key: string }>();
    const client = new Client(service.url, `ApiKey ${squatter.username}:${squatter.api_key}`);
    expect((await client.get('/me/')).status).toBe(200);
    const [link, upload] = [await exportOf(client), await uploadOf(client)];
    expect(await reset(await requestReset(email), "the owner's password")).toBeUndefined();
    expect((await client.get('/me/')).status).toBe(401);
    expect((await enter(token)).status).toBe(400);
    expect([await statusOf(link), (await put(upload)).status]).toEqual([404, 404]);
    expect((await signIn(email, "the owner's password")).status).toBe(200);
    expect((await mailsTo(service, email, 2)).at(-1)).toMatch(/every device was signed out/);
  });

  test('ends the password and the keys of the user who registered first; a later proof revokes only keys', async () => {
    const eve = await person();
    const [link, upload] = [await exportOf(as(eve)), await uploadOf(as(eve))];
    expect(await reset(await requestReset(eve.email), 'the first of the owner')).toBeUndefined();
    expect((await signIn(eve.email, eve.password)).status).toBe(400);
    expect([(await as(eve).get('/me/')).status, await statusOf(link), (await put(upload)).status]).toEqual([
      401, 404, 404,
    ]);
    await mailsTo(service, eve.email, 2);
    const token = join(eve.email, {});
    expect((await enter(token)).json()).toMatchObject({ created: false });
    expect(await reset(await requestReset(eve.email, 3), 'the second of the owner')).toBeUndefined();
    expect((await enter(token)).status).toBe(200);
    // Proven before: no other mail says so.
    expect(await mailsTo(service, eve.email, 3)).toHaveLength(3);
  });

  test('is made later, when the network has verified the address of the account in the meantime', async () => {
    const email = `later-${randomUUID().slice(0, 8)}@example.com`;
    const token = join(email, { verified: false });
    const first = (await enter(token)).json<{ username: string; api_key: string }>();
    const client = new Client(service.url, `ApiKey ${first.username}:${first.api_key}`);
    const { me } = network.members.get(token) ?? { me: { id: '' } };
    network.members.set(token, { me: { ...me, verified: true } });
    expect((await enter(token)).json()).toMatchObject({ username: first.username, created: false });
    expect((await client.get('/me/')).status).toBe(401);
    expect((await enter(token)).json()).toMatchObject({ username: first.username, created: false });
    expect(await mailsTo(service, email, 1)).toHaveLength(1);
  });

  test('ends a sign-in through the network that is in progress', async () => {
    for (let i = 0; i < 5; i++) {
      const email = `racing-${randomUUID().slice(0, 8)}@example.com`;
      const token = join(email, { verified: false });
      expect((await enter(token)).status).toBe(200);
      const link = await requestReset(email);
      const [, ...entered] = await Promise.all([
        reset(link, 'a better password'),
        ...Array.from({ length: 4 }, () => enter(token)),
      ]);
      for (const answer of entered) {
        if (answer.status !== 200) continue;
        const { username, api_key } = answer.json<{ username: string; api_key: string }>();
        expect((await new Client(service.url, `ApiKey ${username}:${api_key}`).get('/me/')).status).toBe(401);
      }
    }
  });
});

describe('a user has one valid reset link', () => {
  const linksOf = ({ id }: Person) => service.sql('select 1 from password_reset where user_id = ?', [id]);

  test('a new one ends the others, also with a dozen simultaneous requests', async () => {
    const eve = await person();
    const first = await requestReset(eve.email);
    const second = await requestReset(eve.email, 2);
    expect(await reset(first, 'a better password')).toBe('INVALID');
    expect(await reset(second, 'a better password')).toBeUndefined();
    await Promise.all(
      Array.from({ length: 5 }, () => nobody(service).post('/account/forgot_password', { email: eve.email })),
    );
    expect(await linksOf(eve)).toHaveLength(1);
  });

  test('a change of the password ends it', async () => {
    const eve = await person();
    const token = await requestReset(eve.email);
    const body = { old_password: eve.password, new_password: 'a better password' };
    expect((await as(eve).post('/user/password/', body)).status).toBe(204);
    expect(await reset(token, 'the password of a thief')).toBe('INVALID');
    expect((await signIn(eve.email, 'a better password')).status).toBe(200);
  });

  test('expired links are deleted', async () => {
    const [eve, fay] = [await person(), await person()];
    const started = Date.now();
    service.clock.set(new Date(started));
    await requestReset(eve.email);
    service.clock.set(new Date(started + 3_000_000));
    await requestReset(fay.email);
    service.clock.set(new Date(started + 3_601_000));
    await sweepEnded(service.processContext);
    expect([(await linksOf(eve)).length, (await linksOf(fay)).length]).toEqual([0, 1]);
  });
});

describe.each([
  ['by default', service, 200],
  ['with SOCIAL_EMAILS=proven', strict, 400],
])('%s', (_setting, at, unsaid) => {
  test.each([
    ['says nothing of it', {}, unsaid],
    ['has checked it', { verified: true }, 200],
    ['has not checked it', { verified: false }, 400],
    ['says anything else', { verified: 'true' }, 400],
    ['says null', { verified: null }, 400],
  ])(
    'a sign-in to the account with the address when the network %s: %j is answered with %i',
    async (_what, said, status) => {
      const eve = await person(at);
      const answer = await enter(join(eve.email.toUpperCase(), said), at);
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.json()).toMatchObject({ username: eve.username, created: false });
      else expect((await as(eve).get('/me/')).status).toBe(200);
    },
  );
});

test('a link to an export ends with the key that requested it, and only with that key', async () => {
  const eve = await person();
  const other = (await signIn(eve.email, eve.password)).json<{ username: string; api_key: string }>();
  const second = new Client(service.url, `ApiKey ${other.username}:${other.api_key}`);
  const [ofFirst, ofSecond] = [await exportOf(as(eve)), await exportOf(second)];
  const { data } = await second.graphql<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
  const [row] = await service.sql('select max(id) as id from api_key where user_id = ?', [eve.id]);
  expect(data?.apiKeys).toHaveLength(2);
  await as(eve).graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { done } }', {
    id: globalId('ApiKey', Number(row?.['id'])),
  });
  expect([await statusOf(ofFirst), await statusOf(ofSecond)]).toEqual([200, 404]);
});
