import { createHash } from 'node:crypto';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { getOperationAST, GraphQLError, parse, specifiedRules, validate, ValuesOfCorrectTypeRule } from 'graphql';
import type {
  DocumentNode,
  GraphQLFormattedError,
  GraphQLSchema,
  OperationTypeNode,
  ValidationContext,
  ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { countSteps, pointsOfCheck } from './checking-steps.ts';
import type { Cost, Costs } from './costs.ts';
import { checkCost, limitCodes, limits, refusedDocument, stoppedAfter } from './limits.ts';
import { withLiteralFaults, valuesOfCorrectType } from './literal-faults.ts';
import { selectionVariables } from './selection-variables.ts';
import { checkSubscriptionRoots } from './subscription-roots.ts';
import type { Context } from '../../src/domain/context.ts';
import { owe } from '../../src/request/pipeline.ts';
import { extensionsOf } from '../../src/errors.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';

/** Tells the limits of the rules below apart, whose errors have neither a code nor a sentence of this service. */
function exceeds(code: ErrorCode, most: number) {
  return {
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null, { message }: GraphQLError) => {
        // Only the message has the number, at its end.
        const found = message.match(/\d+/g)?.at(-1);
        const counted = found === undefined ? '' : `, and there are ${found}`;
        context?.reportError(refusedDocument(code, `At most ${most} are accepted${counted}.`));
      },
    ],
  };
}

const armorRules = [
  maxDepthRule({ n: limits.depth, flattenFragments: true, ...exceeds('TOO_DEEP', limits.depth) }),
  maxAliasesRule({ n: limits.aliases, ...exceeds('TOO_MANY_ALIASES', limits.aliases) }),
  maxDirectivesRule({ n: limits.directives, ...exceeds('TOO_MANY_DIRECTIVES', limits.directives) }),
];

/** The rules of the language and the limits of this service. */
const rules: readonly ValidationRule[] = [
  ...specifiedRules.map((rule) => (rule === ValuesOfCorrectTypeRule ? valuesOfCorrectType : rule)),
  ...armorRules,
];
const invalidDocument = 'GRAPHQL_VALIDATION_FAILED' satisfies ErrorCode;

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
export interface Documents {
  /**
   * Parses and validates a document. Both valid documents and refusals are cached.
   * @param hash SHA-256 of the text, hexadecimal
   * @param reader pays for the check of a document that is not cached; without a key, the limits are lower. Null for the operator
   * @throws an array of GraphQLErrors saying what is wrong with the document
   */
  read(query: string, hash: string, reader: Context | null): DocumentNode;
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
    reader: Context,
  ): Prepared;
}

/** The largest number of documents in each cache. */
const most = 1000;
const bounds = {
  valid: declareBound(import.meta.url, {
    name: 'documents',
    holds:
      'parsed documents, at most 1,000, measured by their length (one cache for HTTP, and one for sockets and streams)',
    limit: 1_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used document is evicted, and parsed again when it is next used.',
  }),
  refused: declareBound(import.meta.url, {
    name: 'refused_documents',
    holds: 'errors of invalid documents, at most 1,000, measured by their length (in each of both caches)',
    limit: 2_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used document is evicted, and validated again when it is next used.',
  }),
  prepared: declareBound(import.meta.url, {
    name: 'prepared_operations',
    holds: 'operations by their text, at most 1,000 with up to 20,000 characters each (in each of both caches)',
    limit: 2_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used operation is evicted, and selected again when it is next used.',
  }),
};
/** The largest number of operations that are cached by their text. */
const keptLength = 20_000;

export function makeDocuments(schema: GraphQLSchema, costs: Costs): Documents {
  const valid = new LRUCache<string, DocumentNode>({ max: most, maxSize: bounds.valid.limit });
  const refused = new LRUCache<string, readonly GraphQLFormattedError[]>({ max: most, maxSize: bounds.refused.limit });
  const prepared = new LRUCache<string, Omit<Prepared, 'cost'>>({ max: most, maxSize: bounds.prepared.limit });
  bounds.valid.watch(() => valid.calculatedSize);
  bounds.refused.watch(() => refused.calculatedSize);
  bounds.prepared.watch(() => prepared.calculatedSize);

  const check = (query: string, signedIn: boolean, reader: Context | null): DocumentNode => {
    const document = parseDocument(query, signedIn);
    const steps = countSteps(document);
    checkSubscriptionRoots(document);
    const errors = validate(schema, document, rules, { maxErrors: limits.errors });
    if (reader) owe(reader, pointsOfCheck(steps, errors.length));
    if (errors.length > 0)
      throw withLiteralFaults(errors, (error) => coded(error, limitCodes.get(error) ?? invalidDocument));
    return document;
  };

  const read: Documents['read'] = (query, hash, reader) => {
    const known = valid.get(hash);
    if (known) return known;
    const signedIn = reader?.viewer !== null;
    const key = `${signedIn ? 'key' : 'none'} ${hash}`;
    const before = refused.get(key);
    if (before) throw before.map(asError);
    try {
      const document = check(query, signedIn, reader);
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

  const choose = (query: string, operationName: string | null, reader: Context): Omit<Prepared, 'cost'> => {
    const hash = createHash('sha256').update(query).digest('hex');
    const document = read(query, hash, reader);
    const operation = getOperationAST(document, operationName)?.operation;
    if (!operation)
      throw refusal(
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
      checkCost(cost.points);
      return { ...chosen, cost };
    },
  };
}

/**
 * Parses a document within the limits that hold before it is checked.
 * @throws GraphQLError that says what is wrong
 */
function parseDocument(query: string, signedIn: boolean): DocumentNode {
  if (query.length > limits.characters)
    throw refusedDocument('DOCUMENT_TOO_LONG', `At most ${limits.characters} are accepted.`);
  const maxTokens = signedIn ? limits.tokens : limits.anonymousTokens;
  try {
    return parse(query, { maxTokens });
  } catch (error: unknown) {
    // The parser is recursive, so a document that is nested too deeply overflows the stack.
    if (error instanceof RangeError) throw refusedDocument('TOO_DEEP');
    if (!(error instanceof GraphQLError)) throw error;
    if (stoppedAfter(maxTokens, query, error))
      throw refusedDocument('TOO_MANY_TOKENS', `At most ${maxTokens} are accepted${signedIn ? '' : ' without a key'}.`);
    throw coded(error, 'GRAPHQL_PARSE_FAILED' satisfies ErrorCode);
  }
}

/** An error that was cached in the form that is returned. */
function asError({ message, locations, extensions = {} }: GraphQLFormattedError): GraphQLError {
  return Object.assign(new GraphQLError(message, { extensions }), { locations });
}

function coded(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { message, nodes, source, positions, originalError } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    originalError: originalError ?? null,
    extensions: { ...error.extensions, code },
  });
}

function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: extensionsOf('OPERATION_RESOLUTION_FAILURE') });
}
