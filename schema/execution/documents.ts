import { createHash } from 'node:crypto';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  getNamedType,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLFormattedError,
  GraphQLSchema,
  OperationTypeNode,
  ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { checkEqualNames } from './equal-names.ts';
import { checkCost, documentLength, limits, makeCostOf } from './limits.ts';

const { validationRules: armorRules } = new ApolloArmor({
  maxDepth: { n: limits.depth, flattenFragments: true },
  maxAliases: { n: limits.aliases },
  // Counted while parsing: armor's own parser answers syntax errors with 500.
  maxTokens: { enabled: false },
  costLimit: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect();

/** What documents must keep to besides the language's own rules, whichever way they come. */
const validationRules: readonly ValidationRule[] = [documentLength, ...armorRules];

/** A document that may run, with the operation chosen. */
export interface Prepared {
  /** With the variables that it was prepared for. */
  cost: number;
  document: DocumentNode;
  /** SHA-256 of its text, hexadecimal: the same as Apollo's. */
  hash: string;
  operationName: string | null;
  operation: OperationTypeNode;
  /** Of a subscription: the variables that its selection reads; others only say what to hear of. */
  readVariables: string[];
}

/** Reads documents by the same rules, whichever way they come. */
export interface Documents {
  /**
   * Parses and validates; what was refused is remembered as well as what was not.
   * @param hash SHA-256 of the text, hexadecimal
   * @param signedIn without a key, less is looked at
   * @throws an array of GraphQLErrors saying what is wrong with the document
   */
  read(query: string, hash: string, signedIn: boolean): DocumentNode;
  /**
   * Reads a document that does not come through Apollo, chooses its operation and counts its cost.
   * @throws GraphQLError, or several in an array, saying what is wrong with the document or its variables
   */
  prepare(
    query: string,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    signedIn: boolean,
  ): Prepared;
}

/** Documents that are remembered: how many, and of how many characters in all. */
const kept = { max: 1000, maxSize: 1_000_000 };
/** Refusals that are remembered. */
const keptRefusals = { max: 1000, maxSize: 2_000_000 };
/** Operations that are remembered by their text. */
const keptLength = 20_000;

export function makeDocuments(schema: GraphQLSchema): Documents {
  const costOf = makeCostOf(schema);
  const valid = new LRUCache<string, DocumentNode>(kept);
  const refused = new LRUCache<string, readonly GraphQLFormattedError[]>(keptRefusals);
  const prepared = new LRUCache<string, Omit<Prepared, 'cost'>>({ max: kept.max });

  const check = (query: string, signedIn: boolean): DocumentNode => {
    const document = parsed(query, signedIn);
    checkEqualNames(document, signedIn ? limits.pairs : limits.anonymousPairs);
    const errors = validate(schema, document, [...specifiedRules, ...validationRules]);
    if (errors.length > 0) throw errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED'));
    return document;
  };

  const read = (query: string, hash: string, signedIn: boolean): DocumentNode => {
    const known = valid.get(hash);
    if (known) return known;
    const key = `${signedIn ? 'key' : 'none'} ${hash}`;
    const before = refused.get(key);
    if (before) throw before.map(asError);
    try {
      const document = check(query, signedIn);
      valid.set(hash, document, { size: query.length });
      return document;
    } catch (error: unknown) {
      const errors: unknown[] = Array.isArray(error) ? error : [error];
      if (!errors.every((one) => one instanceof GraphQLError)) throw error;
      // As they are shown: the errors themselves hold the whole document.
      const shown = errors.map((one) => one.toJSON());
      refused.set(key, shown, { size: JSON.stringify(shown).length });
      throw errors;
    }
  };

  const choose = (query: string, operationName: string | null, signedIn: boolean): Omit<Prepared, 'cost'> => {
    const hash = createHash('sha256').update(query).digest('hex');
    const document = read(query, hash, signedIn);
    const operation = getOperationAST(document, operationName)?.operation;
    if (!operation)
      throw refusal(
        operationName === null
          ? 'Must provide operation name if query contains multiple operations.'
          : `Unknown operation named "${operationName}".`,
      );
    const readVariables = operation === 'subscription' ? readInSelection(schema, document) : [];
    return { document, hash, operationName, operation, readVariables };
  };

  return {
    read,
    prepare(query, operationName, variables, signedIn) {
      const name = operationName || null;
      const key = `${name ?? ''} ${query}`;
      const chosen = prepared.get(key) ?? choose(query, name, signedIn);
      if (key.length < keptLength) prepared.set(key, chosen);
      const cost = costOf(chosen.document, chosen.hash, name, variables);
      checkCost(cost);
      return { ...chosen, cost };
    },
  };
}

function parsed(query: string, signedIn: boolean): DocumentNode {
  try {
    return parse(query, { maxTokens: signedIn ? limits.tokens : limits.anonymousTokens });
  } catch (error: unknown) {
    if (error instanceof GraphQLError) throw coded(error, 'GRAPHQL_PARSE_FAILED');
    // The parser goes down as deep as the document, and the stack ends somewhere.
    if (error instanceof RangeError)
      throw coded(new GraphQLError('Syntax Error: the document is nested too deeply.'), 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
}

/** An error that was remembered as it is shown. */
function asError({ message, locations, extensions = {} }: GraphQLFormattedError): GraphQLError {
  return Object.assign(new GraphQLError(message, { extensions }), { locations });
}

/** Names of the variables in a subscription's document that stand elsewhere than in the arguments of the subscription. */
function readInSelection(schema: GraphQLSchema, document: DocumentNode): string[] {
  const names = new Set<string>();
  const roots = new Set<unknown>();
  const types = new TypeInfo(schema);
  const subscription = schema.getSubscriptionType();
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node: FieldNode) {
        const parent = types.getParentType();
        if (parent && getNamedType(parent) === subscription) roots.add(node);
      },
      VariableDefinition: () => false,
      Argument(_node, _key, _siblings, _path, ancestors) {
        const owner = ancestors.findLast((ancestor) => 'kind' in ancestor);
        return owner && 'kind' in owner && owner.kind === Kind.FIELD && roots.has(owner) ? false : undefined;
      },
      Variable: ({ name }) => void names.add(name.value),
    }),
  );
  return [...names].sort();
}

function coded(error: GraphQLError, code: string): GraphQLError {
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
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
}
