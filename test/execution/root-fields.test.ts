/**
 * A root field that does not state its scope, its codes and that it can be null is refused when the schema is made, and so is a type
 * without a scope.
 */
import { expect, test } from '@jest/globals';
import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import type { GraphQLFieldConfig } from 'graphql';
import { nodeTypes } from '../../schema/global-id.ts';
import { checkRoots } from '../../schema/root-field.ts';
import { checkScopes } from '../../schema/scope.ts';

type Field = GraphQLFieldConfig<unknown, unknown>;

const root = (name: string, field: Field) => new GraphQLObjectType({ name, fields: { example: field } });
const good: Field = { type: GraphQLString, extensions: { root: { scope: 'FEED_READ', codes: [] } } };
const schemaWith = (name: 'query' | 'mutation' | 'subscription', field: Field) =>
  new GraphQLSchema({
    query: root('Query', good),
    [name]: root(
      name.replace(/^./, (c) => c.toUpperCase()),
      field,
    ),
  });

const withoutScope = 'example states no scope: add a line like `';
const faults: [string, GraphQLSchema, string | null][] = [
  ['a query that states all', schemaWith('query', good), null],
  ['a mutation that states all', schemaWith('mutation', good), null],
  ['a query without a scope', schemaWith('query', { type: GraphQLString }), `Query.${withoutScope}`],
  ['a mutation without a scope', schemaWith('mutation', { type: GraphQLString }), `Mutation.${withoutScope}`],
  [
    'a subscription without a scope',
    schemaWith('subscription', { type: GraphQLString }),
    `Subscription.${withoutScope}`,
  ],
  [
    'a mutation without codes',
    schemaWith('mutation', { type: GraphQLString, extensions: { root: { scope: 'FEED_WRITE' } } }),
    'Mutation.example states no codes of its failures: add a line like `codes: [',
  ],
  [
    'a query that is never null',
    schemaWith('query', { ...good, type: new GraphQLNonNull(GraphQLString) }),
    'Query.example is null when it fails: add `nullable: true` to its @Query',
  ],
  [
    'a subscription that is never null',
    schemaWith('subscription', { ...good, type: new GraphQLNonNull(GraphQLString) }),
    null,
  ],
];

test.each(faults)('%s', (_what, schema, sentence) => {
  if (sentence === null) expect(() => checkRoots(schema)).not.toThrow();
  else expect(() => checkRoots(schema)).toThrow(sentence);
});

test('a type with a global id that states no scope', () => {
  const fields = { id: { type: GraphQLString } };
  const schemaOf = (silent?: string) =>
    new GraphQLSchema({
      types: nodeTypes.map(
        (name) => new GraphQLObjectType({ name, fields, extensions: name === silent ? {} : { scopes: 1 } }),
      ),
    });
  expect(() => checkScopes(schemaOf())).not.toThrow();
  expect(() => checkScopes(schemaOf('Route'))).toThrow('Route: add a line like `@Scope(');
});
