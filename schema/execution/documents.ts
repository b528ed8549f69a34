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
import type { DocumentNode, FieldNode, GraphQLSchema, OperationTypeNode, ValidationRule } from 'graphql';
import { LRUCache } from 'lru-cache';
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
export const validationRules: readonly ValidationRule[] = [documentLength, ...armorRules];

/** A document that may run, with the operation chosen. */
export interface Prepared {
  document: DocumentNode;
  /** SHA-256 of its text, hexadecimal: the same as Apollo's. */
  hash: string;
  operationName: string | null;
  operation: OperationTypeNode;
  /** Of a subscription: the variables that its selection reads; others only say what to hear of. */
  readVariables: string[];
}

/** Reads documents that do not come through Apollo, by the same rules. */
export interface Documents {
  /** @throws GraphQLError, or several in an array, saying what is wrong with the document or its variables */
  prepare(query: string, operationName: string | null | undefined, variables: Record<string, unknown>): Prepared;
}

/** Documents that are remembered: how many, and up to how many characters. */
const kept = 1000;
const keptLength = 20_000;

export function makeDocuments(schema: GraphQLSchema): Documents {
  const costOf = makeCostOf(schema);
  const known = new LRUCache<string, Prepared>({ max: kept });

  const read = (query: string, operationName: string | null): Prepared => {
    const document = parsed(query);
    const errors = validate(schema, document, [...specifiedRules, ...validationRules]);
    if (errors.length > 0) throw errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED'));
    const operation = getOperationAST(document, operationName)?.operation;
    if (!operation)
      throw refusal(
        operationName === null
          ? 'Must provide operation name if query contains multiple operations.'
          : `Unknown operation named "${operationName}".`,
      );
    const readVariables = operation === 'subscription' ? readInSelection(schema, document) : [];
    const hash = createHash('sha256').update(query).digest('hex');
    return { document, hash, operationName, operation, readVariables };
  };

  return {
    prepare(query, operationName, variables) {
      const name = operationName || null;
      const key = `${name ?? ''} ${query}`;
      const prepared = known.get(key) ?? read(query, name);
      if (key.length < keptLength) known.set(key, prepared);
      checkCost(costOf(prepared.document, prepared.hash, name, variables));
      return prepared;
    },
  };
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: limits.tokens });
  } catch (error: unknown) {
    throw error instanceof GraphQLError ? coded(error, 'GRAPHQL_PARSE_FAILED') : error;
  }
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
