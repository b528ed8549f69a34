import { createHash } from 'node:crypto';
import { getOperationAST, GraphQLError } from 'graphql';
import type { DocumentNode, GraphQLFormattedError, GraphQLSchema, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Bound } from '../bound.ts';
import type { AskedOperation } from '../costs/explain-cost.ts';
import type { Cost, Costs } from '../costs/document-costs.ts';
import { selectionVariables } from './selection-variables.ts';

/** A document that may run, with the selected operation. */
export interface Prepared {
  /** The cost of the document with its variables. */
  cost: Cost;
  document: DocumentNode;
  /** The SHA-256 of its text in hexadecimal, which is the same as Apollo's hash. */
  hash: string;
  operationName: string | null;
  operation: OperationTypeNode;
  /** The variables that the selection of a subscription reads. Others only select its events. */
  readVariables: string[];
}

/** Parses and validates documents by the same rules for every transport. */
export interface Documents<Reader> {
  /**
   * Parses and validates a document. Both valid documents and refusals are cached.
   * @param hash SHA-256 of the text, hexadecimal
   * @param reader who sends it, of whom the limits may depend. Null for the operator
   * @throws an array of GraphQLErrors saying what is wrong with the document
   */
  read(query: string, hash: string, reader: Reader | null): DocumentNode;
  /** Whether a document with this hash was found to be valid recently. */
  knows(hash: string): boolean;
  /**
   * Reads a document that does not come through Apollo, chooses its operation and counts its cost.
   * @throws GraphQLError, or several in an array, saying what is wrong with the document or its variables
   */
  prepare(
    query: string,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    reader: Reader,
  ): Prepared;
}

/** What surrounds the cache of documents. */
export interface DocumentsAround<Reader> {
  /**
   * Parses and validates a document.
   * @throws GraphQLError, or several in an array, saying what is wrong with it
   */
  check(query: string, reader: Reader | null): DocumentNode;
  /** The kind of a reader: documents that are refused to one of a kind are refused to all. */
  kindOf(reader: Reader | null): string;
  /** The error for a document without the operation that was asked for. */
  noOperation(sentence: string): GraphQLError;
  /** @throws GraphQLError when the cost is above the limit */
  checkCost(points: number, asked: AskedOperation): void;
  /** Valid documents, errors of invalid ones and operations, in characters. */
  bounds: Record<'valid' | 'refused' | 'prepared', Bound>;
}

/** The largest number of documents in each cache. */
const most = 1000;
/** The largest number of operations that are cached by their text. */
const keptLength = 20_000;

/** Makes the cache of documents. Each is checked once, as long as it is kept. */
export function makeDocuments<Reader>(
  schema: GraphQLSchema,
  costs: Costs,
  { check, kindOf, noOperation, checkCost, bounds }: DocumentsAround<Reader>,
): Documents<Reader> {
  const valid = new LRUCache<string, DocumentNode>({ max: most, maxSize: bounds.valid.limit });
  const refused = new LRUCache<string, readonly GraphQLFormattedError[]>({ max: most, maxSize: bounds.refused.limit });
  const prepared = new LRUCache<string, Omit<Prepared, 'cost'>>({ max: most, maxSize: bounds.prepared.limit });
  bounds.valid.watch(() => valid.calculatedSize);
  bounds.refused.watch(() => refused.calculatedSize);
  bounds.prepared.watch(() => prepared.calculatedSize);

  const read: Documents<Reader>['read'] = (query, hash, reader) => {
    const known = valid.get(hash);
    if (known) return known;
    const key = `${kindOf(reader)} ${hash}`;
    const before = refused.get(key);
    if (before) throw before.map(asError);
    try {
      const document = check(query, reader);
      valid.set(hash, document, { size: query.length });
      return document;
    } catch (error: unknown) {
      const errors: unknown[] = Array.isArray(error) ? error : [error];
      if (!errors.every((one) => one instanceof GraphQLError)) throw error;
      // Errors are cached in the form that is returned, because the original ones reference the whole document.
      const shown = errors.map((one) => one.toJSON());
      refused.set(key, shown, { size: JSON.stringify(shown).length });
      throw errors;
    }
  };

  const choose = (query: string, operationName: string | null, reader: Reader): Omit<Prepared, 'cost'> => {
    const hash = createHash('sha256').update(query).digest('hex');
    const document = read(query, hash, reader);
    const operation = getOperationAST(document, operationName)?.operation;
    if (!operation)
      throw noOperation(
        operationName === null
          ? 'Must provide operation name if query contains multiple operations.'
          : `Unknown operation named "${operationName}".`,
      );
    const readVariables = operation === 'subscription' ? selectionVariables(schema, document) : [];
    return { document, hash, operationName, operation, readVariables };
  };

  return {
    read,
    knows: (hash) => valid.has(hash),
    prepare(query, operationName, variables, reader) {
      const name = operationName || null;
      const key = `${name ?? ''} ${query}`;
      const chosen = prepared.get(key) ?? choose(query, name, reader);
      if (key.length < keptLength) prepared.set(key, chosen, { size: key.length });
      const cost = costs(chosen.document, chosen.hash, name)(variables);
      checkCost(cost.points, { document: chosen.document, operationName: name, variables });
      return { ...chosen, cost };
    },
  };
}

/** An error that was cached in the form that is returned. */
function asError({ message, locations, extensions = {} }: GraphQLFormattedError): GraphQLError {
  return Object.assign(new GraphQLError(message, { extensions }), { locations });
}
