/** Documents are checked once, are known by their names, and their check takes as many steps as they are long. */
import { describe, expect, test } from '@jest/globals';
import { buildSchema, GraphQLError, parse, validate } from 'graphql';
import { countSteps } from '../documents/checking-steps.ts';
import { makeDocuments } from '../documents/document-cache.ts';
import { hashOf, KnownDocuments } from '../documents/known-documents.ts';
import { selectionVariables } from '../documents/selection-variables.ts';
import { bound, schema } from './books.ts';

interface Caller {
  hasKey: boolean;
}

const bounds = { valid: bound(1000), refused: bound(10_000), prepared: bound(1000) };
const checked: string[] = [];
const free = () => ({ points: 5, actual: () => 5 });
const documents = makeDocuments<Caller>(schema, () => free, {
  check(query, reader) {
    checked.push(query);
    if (!reader?.hasKey && query.length > 30) throw new GraphQLError('too long without a key');
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) throw errors;
    return document;
  },
  kindOf: (reader) => String(reader?.hasKey),
  noOperation: (sentence) => new GraphQLError(sentence),
  checkCost(points) {
    if (points > 5) throw new GraphQLError('too costly');
  },
  bounds,
});
const withKey: Caller = { hasKey: true };
const read = (text: string, reader: Caller | null = withKey) => documents.read(text, hashOf(text), reader);
const refusal = (text: string, reader: Caller) => {
  try {
    return read(text, reader);
  } catch (errors) {
    return (errors as GraphQLError[]).map(({ message, locations }) => ({ message, locations }));
  }
};

describe('a document', () => {
  test('that is valid is checked once', () => {
    const text = '{ me { name born } }';
    expect(documents.knows(hashOf(text))).toBe(false);
    expect(read(text)).toBe(read(text));
    expect(checked.filter((one) => one === text)).toHaveLength(1);
    expect(documents.knows(hashOf(text))).toBe(true);
    expect(bounds.valid.held()).toBe(text.length);
  });

  test('that is refused is checked once for each kind of reader', () => {
    const text = '{ me { nothing } authors { name } }';
    const first = refusal(text, withKey);
    expect(first).toEqual([expect.objectContaining({ locations: [{ line: 1, column: 8 }] })]);
    expect(refusal(text, withKey)).toEqual(first);
    expect(refusal(text, { hasKey: false })).toMatchObject([{ message: 'too long without a key' }]);
    expect(checked.filter((one) => one === text)).toHaveLength(2);
  });

  test('is prepared with the operation that is asked for', () => {
    const text = 'query A { me { name } } query B { me { born } }';
    expect(documents.prepare(text, 'B', {}, withKey)).toMatchObject({ operation: 'query', operationName: 'B' });
    expect(() => documents.prepare(text, 'C', {}, withKey)).toThrow('Unknown operation named "C".');
    expect(() => documents.prepare(text, '', {}, withKey)).toThrow('Must provide operation name');
  });
});

test('a subscription selects with the variables that are not arguments of its root field', () => {
  const own = buildSchema(`
    type Query { name: String }
    type Subscription { changed(id: ID): Changed }
    type Changed { name(as: String): String }
  `);
  const text = 'subscription ($a: ID, $b: Boolean!, $c: String) { changed(id: $a) { name(as: $c) @skip(if: $b) } }';
  expect(selectionVariables(own, parse(text))).toEqual(['b', 'c']);
});

describe('the steps of a check', () => {
  const steps = (text: string) => countSteps(parse(text), 20_000, () => new GraphQLError('too many'));

  test('grow with the pairs of fields of one name', () => {
    const of = (n: number) => steps(`{ ${'me { name } '.repeat(n)} }`);
    expect(of(20) - of(10)).toBeLessThan(of(40) - of(30));
  });

  test('are counted no further than is accepted', () => {
    const doubled = Array.from({ length: 40 }, (_, n) => `fragment F${n} on Author { ...F${n + 1} ...F${n + 1} }`);
    expect(() => steps(`{ me { ...F0 } } ${doubled.join(' ')} fragment F40 on Author { name }`)).toThrow('too many');
  });
});

describe('a document is known', () => {
  const text = '{ me { name } }';
  const hash = hashOf(text);
  const refusals = {
    notFound: (isHash: boolean) => new GraphQLError(isHash ? 'send the text' : 'no such id'),
    notRegistered: () => new GraphQLError('not registered'),
    malformed: (sentence: string) => new GraphQLError(sentence),
  };
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };

  test('by the id under which it is registered', () => {
    const known = new KnownDocuments(new Map([['name-of-me', text]]), 'any', refusals, bound(1000));
    expect(known.complete({ documentId: 'name-of-me' })).toEqual({ query: text });
    expect(() => known.complete({ documentId: 'other' })).toThrow('no such id');
    expect(() => known.complete({ documentId: 'name-of-me', query: text })).toThrow('Send either');
    expect(known.namedIn(Buffer.from('{"documentId": "name-of-me"}'))).toEqual({ name: 'name-of-me', text });
  });

  test('by its hash, when it was sent with it and is valid', () => {
    const own = bound(1000);
    const known = new KnownDocuments(new Map(), 'any', refusals, own);
    expect(() => known.complete({ extensions })).toThrow('send the text');
    const offered = known.complete({ extensions, query: text });
    known.keep(offered, { knows: () => false });
    expect(() => known.complete({ extensions })).toThrow('send the text');
    known.keep(offered, { knows: () => true });
    expect(known.complete({ extensions, operationName: '' })).toEqual({ query: text });
    expect(own.held()).toBe(text.length);
    expect(() => known.complete({ extensions, query: '{ other }' })).toThrow('is not the SHA-256');
  });

  test('alone, where no other is accepted', () => {
    const known = new KnownDocuments(new Map([[hash, text]]), 'registered', refusals, bound(1000));
    expect(known.complete({ query: text })).toEqual({ query: text });
    expect(() => known.complete({ query: '{ other }' })).toThrow('not registered');
  });
});
