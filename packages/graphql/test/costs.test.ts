/** What documents cost: prices, pages, bulk and variables; and what of it comes back. */
import { expect, test } from '@jest/globals';
import { buildSchema, GraphQLError, parse } from 'graphql';
import { makeCosts } from '../costs/document-costs.ts';
import { byArguments, numberOf } from '../costs/quantity.ts';
import type { Extent, Quantity } from '../costs/quantity.ts';
import { bound } from './books.ts';

const schema = buildSchema(`
  type Query { shelf(first: Int = 10, label: String): Shelf, book(id: ID!): Book }
  type Shelf { nodes: [Book!]! }
  type Book { name: String, words: [String!], author: Author }
  type Author { name: String }
`);
const price = (name: string): Quantity => (name === 'author' ? 20 : 1);
const page: Extent = { size: byArguments(['first'], ({ first }) => first as number), form: 'page' };
const extents: Readonly<Record<string, Extent>> = { shelf: page, words: { size: 4, form: 'bulk' } };
const bounds = { operations: bound(10_000), costs: bound(100) };
const costs = makeCosts(schema, {
  prices: {
    statedCost: ({ name }) => price(name),
    costOf: ({ name }, args) => numberOf(price(name), args),
    extentOf: ({ name }) => extents[name] ?? { size: 1, form: 'one' },
    lettersAPoint: 64,
    lists: new Set(['nodes']),
    unitsIn: (words) => Math.ceil((words as unknown[]).length / 10),
  },
  checkLists(_schema, _operation, { ids }) {
    if (Array.isArray(ids)) throw new GraphQLError('too long');
  },
  refused: (_schema, _document, _name, _variables, { message }) => new GraphQLError(`refused: ${message}`),
  tookInAll: ({ data }, points) => points + (data?.['book'] ? 1000 : 0),
  bounds,
});
const costOf = (text: string, variables: Record<string, unknown> = {}) => costs(parse(text), text, null)(variables);

test.each<[document: string, variables: Record<string, unknown>, points: number]>([
  ['{ __typename }', {}, 1],
  ['{ shelf { nodes { name } } }', {}, 1 + 10 * (1 + 1)],
  ['query ($n: Int) { shelf(first: $n) { nodes { name } } }', { n: 3 }, 1 + 3 * (1 + 1)],
  ['{ shelf(first: 2) { nodes { author { name } } } }', {}, 1 + 2 * (1 + 21)],
  ['{ book(id: 1) { words } }', {}, 1 + (1 + 4)],
  [`{ ${'a'.repeat(64)}: book(id: 1) { name } }`, {}, 1 + 1 + 1],
])('%s with %j', (document, variables, points) => {
  expect(costOf(document, variables).points).toBe(points);
});

test('a cost is counted once for variables of the same sizes', () => {
  const text = 'query ($n: Int, $label: String) { shelf(first: $n, label: $label) { nodes { name } } }';
  expect(costOf(text, { n: 3, label: 'x' })).toBe(costOf(text, { n: 3, label: 'y' }));
  expect(costOf(text, { n: 4 })).not.toBe(costOf(text, { n: 3 }));
  expect(bounds.operations.held()).toBeGreaterThan(text.length);
  expect(bounds.costs.held()).toBeGreaterThan(0);
});

test('what the answer does not contain comes back, and what it took besides is added', () => {
  const shelf = costOf('{ shelf(first: 10) { nodes { name author { name } } } }');
  expect(shelf.actual({ data: { shelf: { nodes: [{ name: 'One', author: { name: 'Ann' } }] } } })).toBe(1 + 23);
  expect(shelf.actual({ data: { shelf: { nodes: [{ name: 'One', author: null }] } } })).toBe(1 + 22);
  expect(shelf.actual({ data: { shelf: null } })).toBe(1);
  expect(shelf.actual({ errors: [], data: null })).toBe(shelf.points);
  const words = costOf('{ book(id: 1) { words } }');
  expect(words.actual({ data: { book: { words: Array(25).fill('word') } } })).toBe(1000 + words.points - 1);
});

test('variables that do not match, and lists that are too long, are refused as is handed in', () => {
  const text =
    'query ($n: Int!, $ids: [ID!]) { shelf(first: $n) { nodes { name } } book(id: 1) { name @skip(if: false) } }';
  expect(() => costOf(text, { n: 'x' })).toThrow(/^refused: /);
  expect(() => costOf(text, { n: 1, ids: ['1'] })).toThrow('too long');
});

test('a document without an operation of that name costs nothing', () => {
  expect(costs(parse('query A { __typename }'), 'A', 'B')({}).points).toBe(0);
});
