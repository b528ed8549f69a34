/**
 * The GraphQL schema follows the conventions for descriptions, inputs and payloads, connections, nodes and page sizes.
 */
import { readFileSync } from 'node:fs';
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
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import type { GraphQLField, GraphQLInputType, GraphQLNamedType } from 'graphql';
import { globalId, nodeTypes } from '../../schema/global-id.ts';
import { executableSchema } from '../../schema/index.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { newStaff } from '../people/moderating.ts';
import { costIn } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
// The fields of staff refuse others before they look at their arguments.
const staff = await newStaff(service);
const schema = executableSchema();
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
  const uploads = ['prepareDataImport', 'prepareProfilePictureUpload', 'prepareRecordingUpload'];
  const withoutInput = new Set(['cancelMyDataImport', 'exportMyData', 'removeProfilePicture', 'signOut', ...uploads]);

  test('has mutations with one input and a payload', () => {
    for (const { name, args, type } of mutations) {
      const takes = args.map((arg) => [arg.name, isNonNullType(arg.type), getNamedType(arg.type).name.slice(-5)]);
      if (!withoutInput.has(name)) expect([name, takes]).toEqual([name, [['input', true, 'Input']]]);
      expect([name, isNonNullType(type), getNamedType(type).name]).toEqual([
        name,
        false,
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

  test('pages every list in both directions and counts it, or says that it does not', () => {
    for (const type of types)
      for (const { name, args, type: result, description } of fieldsOf(type)) {
        const page = getNamedType(result);
        if (!page.name.endsWith('Connection')) continue;
        const place = `${type.name}.${name}`;
        const backwards = args.some((arg) => arg.name === 'last') || /pages forwards only/.test(description ?? '');
        expect([place, 'pages backwards', backwards]).toEqual([place, 'pages backwards', true]);
        const counted = fieldsOf(page).some((field) => field.name === 'totalCount');
        const said = counted || /no total number/.test(page.description ?? '');
        expect([place, 'has a total number', said]).toEqual([place, 'has a total number', true]);
        const first = args.find((arg) => arg.name === 'first');
        expect([place, String(first?.type), first?.defaultValue]).toEqual([place, 'Int', undefined]);
        expect([place, first?.description]).toEqual([place, expect.stringMatching(/; 20 by default/)]);
      }
  });

  test('says where each scalar is specified, and how codegen maps it', () => {
    const block = readFileSync(new URL('../../../examples/clients/codegen.ts', import.meta.url), 'utf8');
    for (const type of types.filter(isScalarType)) {
      expect([type.name, type.specifiedByURL]).toEqual([type.name, expect.stringMatching(/^https:/)]);
      expect([type.name, block]).toEqual([type.name, expect.stringMatching(new RegExp(`^ +${type.name}:`, 'm'))]);
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
        expect([after.slice(0, 20), errors[0]?.extensions]).toMatchObject([
          after.slice(0, 20),
          {
            code: 'INVALID',
            fields: { after: 'is not a cursor of this list' },
            fieldCodes: { after: 'MALFORMED' },
          },
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
    'is null in a query and NOT_FOUND in a mutation, which names the argument: %s',
    async (name, kind, field) => {
      const args = field.args
        .filter(({ type, defaultValue }) => isId(type) || (isNonNullType(type) && defaultValue === undefined))
        .map((arg) => `${arg.name}: ${sample(arg.type)}`);
      const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
      const { data, errors } = await as(staff).graphql(`${kind} { ${name}(${args.join(', ')}) ${selection} }`);
      expect(data).toEqual({ [name]: null });
      if (kind === 'query') return expect(errors).toEqual([]);
      expect(errors).toMatchObject([{ path: [name] }]);
      const code = errors[0]?.extensions.code;
      // Some inputs have further fields of which the sample is not valid either.
      expect(code).toBe(Object.keys(errors[0]?.extensions['fields'] ?? {}).length > 1 ? code : 'NOT_FOUND');
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
    expect(errors).toEqual([]);
  });

  test('an empty id does not count as absent', async () => {
    for (const field of ['workouts', 'friendships', 'routes', 'feed', 'eventParticipants']) {
      const { data, errors } = await as(ann).graphql(`{ ${field}(userId: "") { __typename } }`);
      expect([errors, data]).toEqual([[], { [field]: null }]);
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
