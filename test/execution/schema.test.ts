/** The form of the GraphQL schema: descriptions, inputs and payloads, connections, nodes and page sizes. */
import { describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import type { GraphQLField, GraphQLInputType, GraphQLNamedType } from 'graphql';
import { globalId, nodeTypes } from '../../schema/global-id.ts';
import { makeSchema } from '../../schema/index.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { newStaff } from '../people/moderating.ts';
import { costIn } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
// The fields of staff refuse others before they look at their arguments.
const staff = await newStaff(service);
const schema = makeSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
const queries = fieldsOf(schema.getQueryType() as GraphQLNamedType);
const mutations = fieldsOf(schema.getMutationType() as GraphQLNamedType);

/** Everything that a developer reads about: its place in the schema and what is said there. */
function* described(): Generator<[place: string, description: string | null | undefined]> {
  for (const type of types) {
    yield [type.name, type.description];
    if (isEnumType(type)) for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description];
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field.description];
    for (const field of fieldsOf(type)) {
      yield [`${type.name}.${field.name}`, field.description];
      for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name})`, arg.description];
    }
  }
}

describe('the schema', () => {
  test('describes every type, field, argument and enum value', () => {
    const all = [...described()];
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, description]) => !description?.trim()).map(([place]) => place)).toEqual([]);
  });

  /** About oneself: there is nothing to say. */
  const withoutInput = new Set(['exportMyData', 'prepareProfilePictureUpload', 'removeProfilePicture']);

  test('has mutations with one input and a payload', () => {
    for (const { name, args, type } of mutations) {
      const takes = args.map((arg) => [arg.name, isNonNullType(arg.type), getNamedType(arg.type).name.slice(-5)]);
      if (!withoutInput.has(name)) expect([name, takes]).toEqual([name, [['input', true, 'Input']]]);
      expect([name, isNonNullType(type), getNamedType(type).name]).toEqual([
        name,
        true,
        expect.stringMatching(/Payload$/),
      ]);
    }
  });

  test('pages all connections in the same way', () => {
    for (const type of types)
      for (const { name, args, type: result } of fieldsOf(type)) {
        if (!getNamedType(result).name.endsWith('Connection')) continue;
        const taken = args.map((arg) => arg.name);
        const place = `${type.name}.${name}`;
        expect([place, taken]).toEqual([place, expect.arrayContaining(['first', 'after'])]);
        expect([place, taken.includes('last')]).toEqual([place, taken.includes('before')]);
        const page = fieldsOf(getNamedType(result)).map((field) => field.name);
        expect([place, page]).toEqual([place, expect.arrayContaining(['nodes', 'edges', 'pageInfo'])]);
      }
  });

  test('has a global id for every type that is a Node', () => {
    const interfaces = types.filter(
      (type) => isObjectType(type) && type.getInterfaces().some((i) => i.name === 'Node'),
    );
    expect(interfaces.map(({ name }) => name).sort()).toEqual([...nodeTypes].sort());
  });
});

describe('every page size', () => {
  const paged = queries.filter(({ args }) => args.some(({ name }) => name === 'first'));

  test.each(paged.map((field) => [field.name, field] as const))(
    'of %s has a cap that is named',
    async (name, field) => {
      const required = samples(field);
      const request = (first: number) => `{ ${name}(${[...required, `first: ${first}`].join(', ')}) { __typename } }`;
      for (const first of [-1, 1001]) {
        const { errors } = await as(staff).graphql(request(first));
        const fields = { first: expect.stringContaining('between 0 and') };
        expect(errors).toMatchObject([{ path: [name], extensions: { code: 'INVALID', fields } }]);
      }
    },
  );

  test.each(paged.map((field) => [field.name, field] as const))(
    'of %s: a cursor that is none is named',
    async (name, field) => {
      for (const after of [
        'nonsense',
        '',
        '!',
        'x'.repeat(5000),
        Buffer.from('9999-99-99T99:99:99.999999Z|1').toString('base64url'),
      ]) {
        const { errors } = await as(staff).graphql(
          `query ($after: String) { ${name}(${[...samples(field), 'after: $after'].join(', ')}) { __typename } }`,
          { after },
        );
        expect([after.slice(0, 20), errors[0]?.extensions]).toEqual([
          after.slice(0, 20),
          { code: 'INVALID', fields: { after: 'is not a cursor of this list' } },
        ]);
      }
    },
  );
});

/** A value that a required argument of the type takes; ids are those of nothing that any argument wants. */
function sample(type: GraphQLInputType): string {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return `[${sample(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || isId(field.type));
    return `{ ${fields.map((field) => `${field.name}: ${sample(field.type)}`).join(', ')} }`;
  }
  const named: Record<string, string> = {
    ID: `"${globalId('Stats', 1)}"`,
    Int: '1',
    Float: '1',
    Boolean: 'true',
    DateTime: '"2024-01-01T00:00:00Z"',
    WallClock: '"2024-01-01T00:00:00"',
  };
  return named[type.name] ?? '"x"';
}

function samples(field: GraphQLField<unknown, unknown>): string[] {
  const ofWhat = (name: string) => globalId(name === 'postId' ? 'Post' : 'User', ann.id);
  return field.args
    .filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
    .map((arg) => `${arg.name}: ${arg.type.toString() === 'ID!' ? `"${ofWhat(arg.name)}"` : sample(arg.type)}`);
}

function isId(type: GraphQLInputType): boolean {
  return getNamedType(type).name === 'ID';
}

describe('an id of another type', () => {
  const names = (field: GraphQLField<unknown, unknown>): string[] =>
    field.args.flatMap(({ name, type }) => {
      const named = getNamedType(type);
      if (isInputObjectType(named))
        return Object.values(named.getFields()).flatMap((inner) => (isId(inner.type) ? [inner.name] : []));
      return isId(type) ? [name] : [];
    });
  const taking = [
    ...queries.map((field) => ['query', field] as const),
    ...mutations.map((field) => ['mutation', field] as const),
  ].filter(([, field]) => names(field).length > 0 && !/^nodes?$/.test(field.name));

  test.each(taking.map(([kind, field]) => [field.name, kind, field] as const))(
    'is refused by %s, naming the argument',
    async (name, kind, field) => {
      const args = field.args
        .filter(({ type, defaultValue }) => isId(type) || (isNonNullType(type) && defaultValue === undefined))
        .map((arg) => `${arg.name}: ${sample(arg.type)}`);
      const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
      const { errors } = await as(staff).graphql(`${kind} { ${name}(${args.join(', ')}) ${selection} }`);
      expect(errors).toMatchObject([{ path: [name], extensions: { code: 'INVALID' } }]);
      const [[argument, sentence] = []] = Object.entries(errors[0]?.extensions['fields'] ?? {});
      expect(names(field)).toContain(argument);
      expect(sentence).toMatch(/^is not the id of an? /);
    },
  );

  test('is canonical: trailing characters are refused', async () => {
    const id = Buffer.from(`User:${ann.id}:2`).toString('base64url');
    const { data, errors } = await as(ann).graphql('query ($id: ID!) { user(id: $id) { id } node(id: $id) { id } }', {
      id,
    });
    expect(data).toEqual({ user: null, node: null });
    expect(errors).toMatchObject([{ path: ['user'], extensions: { fields: { id: 'is not the id of a User' } } }]);
  });

  test('an empty id does not count as absent', async () => {
    for (const field of ['workouts', 'friendships', 'routes', 'feed', 'eventParticipants']) {
      const { errors } = await as(ann).graphql(`{ ${field}(userId: "") { __typename } }`);
      expect(errors).toMatchObject([{ path: [field], extensions: { fields: { userId: 'is not the id of a User' } } }]);
    }
  });
});

describe('nodes', () => {
  const document =
    'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on User { firstName } ... on ApiKey { label } } }';

  test('are returned in the order of their ids, with null for those that are not visible', async () => {
    const { data } = await as(ann).graphql<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
    const key = data?.apiKeys[0]?.id ?? '';
    const me = globalId('User', ann.id);
    const ids = [me, globalId('Workout', 99_999), key, 'nonsense', globalId('Stats', ann.id), me];
    expect(await as(ann).graphql(document, { ids })).toMatchObject({
      errors: [],
      data: {
        nodes: [
          { __typename: 'User', firstName: 'Ann' },
          null,
          { __typename: 'ApiKey', id: key },
          null,
          { __typename: 'Stats' },
          { __typename: 'User' },
        ],
      },
    });
  });

  test('of every kind are null when they do not exist, and refused without a key', async () => {
    const ids = nodeTypes.flatMap((type) => [globalId(type, 2 ** 31), globalId(type, Number.MAX_SAFE_INTEGER)]);
    expect(await as(ann).graphql(document, { ids })).toMatchObject({
      errors: [],
      data: { nodes: ids.map(() => null) },
    });
    const { errors } = await nobody(service).graphql(document, { ids });
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('of keys are visible to their owner only', async () => {
    const { data } = await as(ann).graphql<{ apiKeys: { id: string }[] }>('{ apiKeys { id } }');
    const ids = (data?.apiKeys ?? []).map(({ id }) => id);
    expect((await as(bob).graphql(document, { ids })).data).toEqual({ nodes: ids.map(() => null) });
  });

  test('are limited to a hundred, and charged', async () => {
    const ids = Array.from({ length: 101 }, () => globalId('User', ann.id));
    const { errors } = await as(ann).graphql(document, { ids });
    expect(errors).toMatchObject([{ path: ['nodes'], extensions: { fields: { ids: 'must be at most 100' } } }]);
    const cost = async (count: number) =>
      costIn(await as(ann).graphql(document, { ids: ids.slice(0, count) })).requested;
    expect(await cost(100)).toBeGreaterThan(4 * (await cost(20)));
  });
});

describe('signing in', () => {
  test('returns the key even when fields are selected that require one', async () => {
    const { data, errors } = await nobody(service).graphql<{ signIn: { apiKey: string; user: unknown } }>(
      'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey user { friends { totalCount } } } }',
      { input: { email: ann.email, password: ann.password } },
    );
    expect(data?.signIn).toEqual({ apiKey: expect.any(String), user: null });
    expect(errors).toMatchObject([{ path: ['signIn', 'user', 'friends'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
