/**
 * The scopes of API keys are enforced: the tests try every scope on every root field and every REST row, and try to
 * bypass them.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from 'graphql';
import { getNullableType, isRequiredArgument, isCompositeType } from 'graphql';
import type { GraphQLInputType } from 'graphql';
import { table } from '../../rest-compat/table.ts';
import { makeDocumentScopes } from '../../schema/document-scopes.ts';
import { globalId } from '../../schema/global-id.ts';
import { executableSchema } from '../../schema/index.ts';
import { needsNoKey, rulesOf, scopesOfRoot } from '../../schema/root-field.ts';
import { includes, modules, scopeBits, scopesOf } from '../../src/domain/rules/scopes.ts';
import type { ScopeName } from '../../src/domain/rules/scopes.ts';
import { start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { TestSocket } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const schema = executableSchema();
const { ann, bob } = await cast(service);
const names = Object.keys(scopeBits) as ScopeName[];
const clients = new Map<ScopeName, Client>();

const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey key { id scopes name } } }`;
async function clientWith(person: Person, scopes: ScopeName[]): Promise<Client> {
  const { data } = await as(person).graphql<{ createApiKey: { apiKey: string } }>(create, {
    input: { name: scopes.join(), scopes },
  });
  return new Client(service.url, `Bearer ${data?.createApiKey.apiKey}`);
}
const codeOf = async (client: Client, query: string, variables = {}) =>
  (await client.graphql(query, variables)).errors[0]?.extensions;

beforeAll(async () => {
  for (const name of names) clients.set(name, await clientWith(ann, [name]));
});

/** The shortest literal that a type accepts. */
function literal(type: GraphQLInputType): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return `[${literal(inner.ofType)}]`;
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? '';
  if (isInputObjectType(inner)) {
    const all = Object.values(inner.getFields());
    const fields = inner.isOneOf ? all.slice(0, 1) : all.filter(isRequiredInputField);
    return `{ ${fields.map(({ name, type: each }) => `${name}: ${literal(each)}`).join(', ')} }`;
  }
  const samples: Record<string, string> = { Int: '1', Float: '1', Boolean: 'true', Track: '[]' };
  const dated = { DateTime: '"2020-01-01T00:00:00Z"', Date: '"2020-01-01"', WallClock: '"2020-01-01T00:00:00"' };
  return { ...samples, ...dated }[inner.name] ?? '"x"';
}

/** A document with one root field. */
function documentOf(root: 'Query' | 'Mutation', name: string): string {
  const field = schema[`get${root}Type`]()?.getFields()[name];
  const args = (field?.args ?? []).filter(isRequiredArgument).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const parts = field && isCompositeType(getNamedType(getNullableType(field.type))) ? '{ __typename }' : '';
  return `${root.toLowerCase()} { ${name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${parts} }`;
}

describe('every scope', () => {
  test.each(names.filter((name) => name !== 'ALL'))('%s opens the root fields that need no other one', async (name) => {
    const held = scopeBits[name];
    for (const root of ['Query', 'Mutation'] as const)
      for (const rootField of Object.values(schema[`get${root}Type`]()?.getFields() ?? {})) {
        const { name: field } = rootField;
        // What ends the key that is tried is in `signed-in.test.ts`.
        if (needsNoKey(rootField) || rulesOf(rootField).scope === 'by id' || field === 'signOut') continue;
        const needed = scopesOfRoot(rootField);
        const refusal = await codeOf(clients.get(name) as Client, documentOf(root, field));
        const isRefused = refusal?.code === 'INSUFFICIENT_SCOPE';
        // The new key would be broader than the one in use.
        if (field === 'createApiKey' && includes(held, needed)) continue;
        expect([field, isRefused]).toEqual([field, !includes(held, needed)]);
        if (isRefused) expect(refusal?.['missingScopes']).not.toEqual([]);
      }
  });

  test.each(names.filter((name) => name !== 'ALL'))('%s opens the REST rows that need no other one', async (name) => {
    const scopes = makeDocumentScopes();
    for (const [label, row] of Object.entries(table)) {
      if (row.open) continue;
      const { certain } = scopes(row.document);
      expect([label, certain.length]).not.toEqual([label, 0]);
      const [method = '', path = ''] = label.split(' ');
      const { status, text } = await (clients.get(name) as Client).send(method, path.replaceAll(/[[{]\w+[\]}]/g, '1'));
      const isAllowed = includes(scopeBits[name], scopesOf(certain));
      expect([label, status === 403]).toEqual([label, !isAllowed]);
      if (!isAllowed) expect(text).toMatch(/^This API key does not have the scope [A-Z_, ]+\.$/);
    }
  });

  test('of a module exists for reading and writing, and writing includes reading', () => {
    for (const module of modules) {
      const [read, write] = [`${module}_read`, `${module}_write`].map((name) => name.toUpperCase() as ScopeName);
      expect(includes(scopeBits[write as ScopeName], scopeBits[read as ScopeName])).toBe(true);
      expect(includes(scopeBits.READ, scopeBits[read as ScopeName])).toBe(true);
      expect(includes(scopeBits.READ, scopeBits[write as ScopeName])).toBe(false);
    }
  });
});

describe('a key cannot get around its scopes', () => {
  test('through fields selected below a root field', async () => {
    const { workout } = await record(ann);
    const id = globalId('Workout', workout);
    const reader = clients.get('WORKOUTS_READ') as Client;
    const missing = async (parts: string) =>
      (await codeOf(reader, `query ($id: ID!) { workout(id: $id) { ${parts} } }`, { id }))?.['missingScopes'];
    expect(await missing('id title user { firstName lastName } post { id databaseId }')).toBeUndefined();
    const { data } = await reader.graphql('query ($id: ID!) { workout(id: $id) { user { firstName email } } }', { id });
    expect(data).toEqual({ workout: { user: { firstName: 'Ann', email: null } } });
    expect(await missing('user { profile { birthDate } }')).toEqual(['PEOPLE_READ']);
    expect(await missing('user { friends { totalCount } }')).toEqual(['FRIENDSHIPS_READ']);
    expect(await missing('post { comments { nodes { comment } } }')).toEqual(['FEED_READ']);
    expect(await missing('post { pictures { originalUrl } }')).toEqual(['PICTURES_READ']);
    const fragments = 'fragment F on Workout { user { ...G } } fragment G on User { stats { id';
    expect(await missing(`...F } } ${fragments}`)).toEqual(['PEOPLE_READ']);
  });

  test('through a global id, a payload, or another format or spelling', async () => {
    const conversation = await start(bob, [ann]);
    const id = globalId('Conversation', conversation);
    const reader = clients.get('WORKOUTS_READ') as Client;
    expect(await codeOf(reader, 'query ($id: ID!) { node(id: $id) { id } }', { id })).toMatchObject({
      missingScopes: ['CONVERSATIONS_READ'],
    });
    expect(await codeOf(reader, 'query ($id: ID!) { nodes(ids: [$id]) { id } }', { id })).toMatchObject({
      missingScopes: ['CONVERSATIONS_READ'],
    });
    const like = 'mutation ($id: ID!) { likePost(input: { id: $id }) { post { author { friends { totalCount } } } } }';
    const { post } = await record(ann);
    const liker = clients.get('FEED_WRITE') as Client;
    expect(await codeOf(liker, like, { id: globalId('Post', post) })).toMatchObject({
      missingScopes: ['FRIENDSHIPS_READ'],
    });
    for (const path of ['/message/?conversation=1&format=xml', '/message', `/conversation/${conversation}`])
      expect((await reader.get(path)).status).toBe(403);
    const asPatch = { 'X-HTTP-Method-Override': 'PATCH' };
    expect((await reader.post(`/conversation/${conversation}/hide/`, undefined, asPatch)).status).toBe(403);
  });

  test('through links, the password, or the account', async () => {
    const writer = clients.get('ACCOUNTS_WRITE') as Client;
    for (const field of ['exportMyData', 'changePassword', 'deleteAccount'])
      expect(await codeOf(writer, documentOf('Mutation', field))).toMatchObject({ missingScopes: ['ALL'] });
    const upload = documentOf('Mutation', 'prepareProfilePictureUpload');
    expect(await codeOf(writer, upload)).toMatchObject({ missingScopes: ['PICTURES_WRITE'] });
  });

  test('through a subscription', async () => {
    const subscribe = async (scope: ScopeName, query: string) => {
      const { data } = await as(ann).graphql<{ createApiKey: { apiKey: string } }>(create, {
        input: { name: 'socket', scopes: [scope] },
      });
      const socket = await new TestSocket(service.url).init({ apiKey: data?.createApiKey.apiKey });
      socket.send({ id: '1', type: 'subscribe', payload: { query } });
      const [, answer] = await socket.messages.until((all) => all.length > 1);
      socket.raw.close();
      return JSON.stringify(answer);
    };
    const messages = 'subscription { messageAdded { cursor message { message } } }';
    expect(await subscribe('FEED_READ', messages)).toContain('CONVERSATIONS_READ');
    const friends = 'subscription { feedPostAdded { post { author { friends { totalCount } } } } }';
    expect(await subscribe('FEED_READ', friends)).toContain('FRIENDSHIPS_READ');
  });
});
