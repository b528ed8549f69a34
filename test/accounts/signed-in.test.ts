/** What signing in over GraphQL returns: the key, and the user as that user sees themself. Signing out. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { liveFormats, TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { recordLong } from '../workouts/long-tracks.ts';

const service = await testService();
const { ann, bob, cho } = await cast(service);
const user = `id email username unreadMessages pendingFriendRequests preferences { timezone } profile { birthDate weight locationLat }
  friends { totalCount nodes { firstName } } workouts { totalCount } viewerHasBlocked friendship { id }`;
const seen = `apiKey username key { id isCurrent label scopes lastUsedDate } user { ${user} }`;
const signIn = `mutation ($input: SignInInput!) { signIn(input: $input) { ${seen} } }`;
const credentials = ({ email, password }: Person) => ({ input: { email, password } });

interface SignedIn {
  apiKey: string;
  username: string;
  key: { id: string; isCurrent: boolean };
  user: Mapping | null;
}
const keysOf = async (client: Client) =>
  (await client.graphql<{ apiKeys: { id: string; isCurrent: boolean }[] }>('{ apiKeys { id isCurrent } }')).data
    ?.apiKeys ?? [];

beforeAll(async () => {
  await record(ann, { privacy: 'private' });
  await as(ann).patch(`/profile/${ann.id}/`, {
    birth_date: '1984-02-29',
    weight: 61,
    location_lat: 47,
    location_lng: 8,
  });
});

describe('signing in', () => {
  // Each document is interpreted first, and compiled from the second time on.
  test.each(['first', 'second', 'third'])('returns the user as they see themself, the %s time', async () => {
    const expected = (await as(ann).graphql<{ me: Mapping }>(`{ me { ${user} } }`)).data?.me;
    expect(expected).toMatchObject({ email: ann.email, pendingFriendRequests: 1, profile: { weight: 61 } });
    for (const caller of [nobody(service), as(cho)]) {
      const { data, errors } = await caller.graphql<{ signIn: SignedIn }>(signIn, credentials(ann));
      expect(errors).toEqual([]);
      expect(data?.signIn.user).toEqual(expected);
    }
  });

  test('returns the key, by which the client finds it among the keys', async () => {
    const { data } = await nobody(service).graphql<{ signIn: SignedIn }>(signIn, credentials(ann));
    const key = data?.signIn.key;
    expect([data?.signIn.username, key]).toEqual([
      ann.username,
      { id: expect.any(String), isCurrent: true, label: '', scopes: ['ALL'], lastUsedDate: null },
    ]);
    const client = new Client(service.url, `Bearer ${data?.signIn.apiKey}`);
    const current = (await keysOf(client)).filter(({ isCurrent }) => isCurrent);
    expect(current).toEqual([{ id: key?.id, isCurrent: true }]);
    expect((await keysOf(as(ann))).find(({ id }) => id === key?.id)).toEqual({ id: key?.id, isCurrent: false });
    const { data: found } = await client.graphql(
      'query ($id: ID!) { node(id: $id) { ... on ApiKey { isCurrent lastUsedDate } } }',
      { id: key?.id },
    );
    expect(found?.['node']).toEqual({ isCurrent: true, lastUsedDate: expect.stringMatching(/:00:00\.000000Z$/) });
  });

  test('returns the key also when something of the user cannot be read', async () => {
    const { data, errors } = await nobody(service).graphql<{ signIn: SignedIn }>(
      'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey key { id } user { workouts(first: -1) { totalCount } } } }',
      credentials(ann),
    );
    expect(data?.signIn).toEqual({ apiKey: expect.any(String), key: { id: expect.any(String) }, user: null });
    expect(errors).toMatchObject([{ path: ['signIn', 'user', 'workouts'], extensions: { code: 'INVALID' } }]);
  });

  test.each([1, 2, 3])('does not change who the caller of the rest of the document is (run %i)', async () => {
    const { post } = await record(bob);
    const document = `mutation ($ann: SignInInput!, $id: ID!, $like: LikePostInput!) {
      before: likePost(input: $like) { post { viewerLikes } }
      signIn(input: $ann) { user { email pendingFriendRequests } }
      after: toggleLike(input: { id: $id }) { liked likeCount subject { viewerLikes likedBy { nodes { firstName email } } } }
      again: signIn(input: $ann) { user { email } }
      last: likePost(input: $like) { post { author { firstName friendship { id } email } likedBy { nodes { firstName email } } } } }`;
    const id = globalId('Post', post);
    const { data, errors } = await as(cho).graphql(document, { ann: credentials(ann).input, id, like: { id } });
    expect(errors).toEqual([]);
    const self = { email: ann.email };
    expect(data).toEqual({
      before: { post: { viewerLikes: true } },
      signIn: { user: { ...self, pendingFriendRequests: 1 } },
      after: { liked: false, likeCount: 0, subject: { viewerLikes: false, likedBy: { nodes: [] } } },
      again: { user: self },
      last: {
        post: {
          author: { firstName: 'Bob', friendship: null, email: null },
          likedBy: { nodes: [{ firstName: 'Cho', email: cho.email }] },
        },
      },
    });
    const alone = await nobody(service).graphql(
      'mutation ($ann: SignInInput!, $like: LikePostInput!) { signIn(input: $ann) { user { email } } likePost(input: $like) { post { id } } }',
      { ann: credentials(ann).input, like: { id } },
    );
    expect(alone.errors).toMatchObject([{ path: ['likePost'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('shows the same to a caller whose key may read nothing of it', async () => {
    const { data } = await as(bob).graphql<{ createApiKey: { apiKey: string; key: { isCurrent: boolean } } }>(
      'mutation { createApiKey(input: { name: "few", scopes: [EVENTS_READ] }) { apiKey key { isCurrent } } }',
    );
    expect(data?.createApiKey.key.isCurrent).toBe(false);
    const client = new Client(service.url, `Bearer ${data?.createApiKey.apiKey}`);
    const { data: signedIn, errors } = await client.graphql<{ signIn: SignedIn }>(signIn, credentials(ann));
    expect([errors, signedIn?.signIn.user?.['email']]).toEqual([[], ann.email]);
    const both = await client.graphql(
      `mutation ($input: SignInInput!, $id: ID!) { signIn(input: $input) { username } likePost(input: { id: $id }) { post { id } } }`,
      {
        ...credentials(ann),
        id: globalId('Post', 1),
      },
    );
    expect(both.errors).toMatchObject([{ extensions: { code: 'INSUFFICIENT_SCOPE' } }]);
  });

  test('is the same when it is sent again with its Idempotency-Key', async () => {
    const body = JSON.stringify({ query: signIn, variables: credentials(ann) });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one-sign-in' };
    const [one, other] = [1, 2].map(() => nobody(service).sendTo('POST', '/graphql', { headers, body }));
    const first = (await one)?.json<{ data: { signIn: SignedIn } }>().data.signIn;
    expect((await other)?.json<{ data: unknown }>().data).toEqual({ signIn: first });
    expect(first?.user?.['email']).toBe(ann.email);
  });

  test('does not begin the limits of an answer anew', async () => {
    const fay = await newPerson(service, 'Fay', 'Far');
    await recordLong(service, fay, 40_000);
    const names = ['a', 'b', 'c'];
    const { data, errors } = await nobody(service).graphql<Record<string, { user: unknown }>>(
      `mutation ($input: SignInInput!) { ${names.map((name) => `${name}: signIn(input: $input) { user { workouts { nodes { track } } } }`).join(' ')} }`,
      credentials(fay),
    );
    expect(names.map((name) => data?.[name]?.user !== null)).toEqual([true, true, true]);
    expect(errors).toMatchObject([
      { path: ['c', 'user', 'workouts', 'nodes', 0, 'track'], extensions: { code: 'TOO_COSTLY' } },
    ]);
  });

  test('works in the same way for a new account', async () => {
    const input = { email: 'dora@example.com', password: 'A long password', firstName: 'Dora', lastName: 'Doe' };
    const { data, errors } = await nobody(service).graphql<{ register: SignedIn }>(
      `mutation ($input: RegisterInput!) { register(input: $input) { ${seen} } }`,
      { input },
    );
    expect(errors).toEqual([]);
    expect(data?.register).toMatchObject({
      key: { isCurrent: true },
      user: { email: 'dora@example.com', unreadMessages: 0, preferences: { timezone: expect.any(String) } },
    });
  });
});

describe('signing out', () => {
  const signOut = 'mutation { signOut { done } }';
  const clientOf = async (person: Person): Promise<Client> => {
    const { data } = await nobody(service).graphql<{ signIn: SignedIn }>(signIn, credentials(person));
    return new Client(service.url, `Bearer ${data?.signIn.apiKey}`);
  };
  const works = async (client: Client) => (await client.get('/me/')).status === 200;

  test('ends the key of the request, and no other one', async () => {
    const client = await clientOf(ann);
    expect(await works(client)).toBe(true);
    expect((await client.graphql(signOut)).data).toEqual({ signOut: { done: true } });
    expect([await works(client), await works(as(ann))]).toEqual([false, true]);
    expect((await client.graphql(signOut)).errors[0]?.extensions.code).toBe('INVALID_KEY');
    expect((await nobody(service).graphql(signOut)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('works with any scope, and twice in a document', async () => {
    const { data } = await as(bob).graphql<{ createApiKey: { apiKey: string } }>(
      'mutation { createApiKey(input: { name: "few", scopes: [EVENTS_READ] }) { apiKey } }',
    );
    const client = new Client(service.url, `Bearer ${data?.createApiKey.apiKey}`);
    const twice = await client.graphql('mutation { signOut { done } again: signOut { done } }');
    expect(twice.data).toEqual({ signOut: { done: true }, again: { done: true } });
    expect((await client.graphql('{ events { totalCount } }')).errors[0]?.extensions.code).toBe('INVALID_KEY');
  });

  test('ends the subscriptions of the key', async () => {
    const eve = await newPerson(service, 'Eve', 'Ends');
    const { data } = await nobody(service).graphql<{ signIn: SignedIn }>(signIn, credentials(eve));
    const authorization = `Bearer ${data?.signIn.apiKey}`;
    const socket = await new TestSocket(service.url).init({ authorization });
    const other = await new TestSocket(service.url).init({ authorization: eve.authorization });
    const stream = await liveFormats['graphql-sse'](
      { ...eve, authorization },
      'subscription { messageAdded { cursor } }',
    );
    socket.operate('subscription { messageAdded { cursor } }');
    const out = socket.operate(signOut);
    expect(await out.first(1)).toEqual([{ done: true }]);
    expect(await socket.closed).toEqual({ code: 4403, reason: expect.stringMatching(/^INVALID_KEY: /) });
    await stream.ended;
    expect(await other.operate('{ me { firstName } }').first(1)).toEqual([{ firstName: 'Eve' }]);
    other.raw.close();
  });
});
