import {
  GraphQLError,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { GraphQLFieldConfig } from 'graphql';
import type { Bound } from '../bound.ts';
import type { ExecutionAround } from '../execute/execution-around.ts';
import { returning } from '../execute/returning.ts';

/** Whoever reads, and what the resolvers were called for. */
export interface Reader {
  name: string;
  calls: string[];
}

type Field = GraphQLFieldConfig<Record<string, unknown>, Reader>;

/** A scalar whose values are copied into answers as they are. */
const Day = new GraphQLScalarType<string, string>({
  name: 'Day',
  extensions: { copied: 'text' },
  serialize: (value) => String(value),
});

const Named = new GraphQLInterfaceType({
  name: 'Named',
  fields: { name: { type: GraphQLString } },
  resolveType: (value: { pages?: number }) => (value.pages === undefined ? 'Author' : 'Book'),
});

const Author = new GraphQLObjectType<Record<string, unknown>, Reader>({
  name: 'Author',
  interfaces: [Named],
  fields: (): Record<string, Field> => ({
    name: { type: GraphQLString },
    born: { type: Day },
    // Of a row that lacks it, it is found later.
    motto: {
      type: GraphQLString,
      resolve: returning('motto', (row: Record<string, unknown>, _args, { calls }: Reader) => {
        calls.push('motto');
        return row['motto'] === undefined ? Promise.resolve(`the motto of ${String(row['name'])}`) : row['motto'];
      }),
    },
    books: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Book))) },
  }),
});

const Book: GraphQLObjectType = new GraphQLObjectType<Record<string, unknown>, Reader>({
  name: 'Book',
  interfaces: [Named],
  fields: (): Record<string, Field> => ({
    name: { type: GraphQLString },
    pages: { type: new GraphQLNonNull(GraphQLInt) },
    author: { type: Author, resolve: async () => ann },
  }),
});

const ann: Record<string, unknown> = {
  name: 'Ann',
  born: '1990-01-01',
  motto: undefined,
  books: [
    { name: 'One', pages: 100 },
    { name: 'Two', pages: 200 },
  ],
};
const bob = { name: 'Bob', born: null, motto: 'Onward', books: [{ name: 'Three', pages: null }] };

const Search = new GraphQLInputObjectType({
  name: 'Search',
  fields: {
    words: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) },
    first: { type: GraphQLInt, defaultValue: 2 },
  },
});

/** A schema with everything that is executed differently when compiled. */
export const schema = new GraphQLSchema({
  types: [Author, Book],
  query: new GraphQLObjectType<Record<string, unknown>, Reader>({
    name: 'Query',
    fields: {
      me: { type: Author, resolve: (_row, _args, { name }) => (name === 'Ann' ? ann : bob) },
      authors: { type: new GraphQLNonNull(new GraphQLList(Author)), resolve: () => [ann, Promise.resolve(bob), null] },
      named: { type: new GraphQLList(Named), resolve: async () => [ann, { name: 'One', pages: 100 }] },
      search: {
        type: new GraphQLList(GraphQLString),
        args: { by: { type: new GraphQLNonNull(Search) } },
        resolve: (_row, { by }: { by: { words: string[]; first: number } }) => by.words.slice(0, by.first),
      },
      long: { type: GraphQLString, resolve: () => 'x'.repeat(1000) },
      fails: {
        type: GraphQLString,
        resolve() {
          throw new GraphQLError('it fails');
        },
      },
      failsLater: { type: new GraphQLNonNull(GraphQLString), resolve: async () => Promise.reject(new Error('later')) },
      missing: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
    },
  }),
  mutation: new GraphQLObjectType<Record<string, unknown>, Reader>({
    name: 'Mutation',
    fields: {
      note: {
        type: GraphQLString,
        args: { text: { type: GraphQLString } },
        async resolve(_row, { text }: { text?: string }, { calls }) {
          await new Promise((resolve) => setTimeout(resolve, text === 'slow' ? 5 : 0));
          calls.push(String(text));
          return text;
        },
      },
    },
  }),
});

/** What surrounds the execution in these tests: an answer may have 1,500 bytes of long texts. */
export const around: ExecutionAround = {
  refusedInput: (_schema, _document, _name, _variables, { errors }) => ({
    errors: [new GraphQLError(`refused: ${errors?.[0]?.message}`)],
  }),
  withinSize: (result, bytes) => (bytes > 1500 ? { errors: [new GraphQLError('too long')], data: null } : result),
};

/** A bound whose size can be asked for. */
export function bound(limit: number): Bound & { held(): number } {
  const reads: (() => number)[] = [];
  return { limit, watch: (read) => void reads.push(read), held: () => reads.reduce((sum, read) => sum + read(), 0) };
}
