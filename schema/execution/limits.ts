import { ApolloServerErrorCode } from '@apollo/server/errors';
import { getNullableType, GraphQLError, isInputObjectType, isLeafType, isListType, typeFromAST } from 'graphql';
import type { GraphQLInputType, GraphQLSchema, OperationDefinitionNode, ValidationRule } from 'graphql';
import { extensionsOf } from '../../src/errors.ts';

/** The largest document that is accepted. */
export const limits = {
  characters: 100_000,
  depth: 12,
  aliases: 30,
  tokens: 3000,
  /** For a request without a key, whose document is parsed before it is known who sent it. */
  anonymousTokens: 1000,
  /** Pairs of fields with one name in one place of the answer, which validation compares with each other. */
  comparisons: 10_000,
  anonymousComparisons: 2500,
  listItems: 1000,
  cost: 25_000,
  /** A document that costs this much is expensive: only a few of each user run at the same time. */
  expensiveDocument: 5000,
} as const;

/** Refuses long documents before they are cached. Long values belong in variables. */
export const documentLength: ValidationRule = (context) => ({
  Document({ loc }) {
    if (loc && loc.end - loc.start > limits.characters)
      context.reportError(
        new GraphQLError(`The document has more than ${limits.characters} characters: send long values as variables.`),
      );
  },
});

/**
 * Checks the lengths of lists and objects in the variables. Recorded points do not count as a list: they are one scalar with
 * a limit of its own.
 * @throws GraphQLError BAD_USER_INPUT when one of them is too long
 */
export function checkLists(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  for (const { type, variable } of variableDefinitions) {
    const { value: name } = variable.name;
    checkParts(typeFromAST(schema, type) as GraphQLInputType, variables[name], `$${name}`);
  }
}

function checkParts(type: GraphQLInputType, value: unknown, path: string): void {
  if (value === null || typeof value !== 'object') return;
  const inner = getNullableType(type);
  if (isLeafType(inner)) return;
  const parts = Object.keys(value).length;
  if (parts > limits.listItems)
    throw badInput(`Variable "${path}" has ${parts} parts; at most ${limits.listItems} are accepted.`);
  if (isListType(inner)) {
    if (Array.isArray(value)) for (const item of value) checkParts(inner.ofType, item, path);
  } else if (isInputObjectType(inner))
    for (const [name, field] of Object.entries(inner.getFields()))
      checkParts(field.type, (value as Record<string, unknown>)[name], `${path}.${name}`);
}

/** The error for variables that are refused. */
export function badInput(message: string, from: Partial<GraphQLError> = {}): GraphQLError {
  const { nodes = null, originalError = null } = from;
  const extensions = { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } };
  return new GraphQLError(message, { nodes, originalError, extensions });
}

/** @throws GraphQLError TOO_COSTLY when the cost is above the limit */
export function checkCost(cost: number): void {
  if (cost <= limits.cost) return;
  throw new GraphQLError(`The document costs ${cost}; at most ${limits.cost} is accepted. Ask for smaller pages.`, {
    extensions: extensionsOf('TOO_COSTLY', { cost, limit: limits.cost, http: { status: 400 } }),
  });
}
