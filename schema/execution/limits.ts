import { GraphQLError } from 'graphql';
import type { ValidationRule } from 'graphql';
import { errorCodes, extensionsOf } from '../../src/errors.ts';
import type { ErrorCode } from '../../src/errors.ts';

/** The largest document that is accepted. */
export const limits = {
  characters: 100_000,
  depth: 12,
  aliases: 30,
  directives: 50,
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

/** The codes of documents that exceed a limit, by the error that says so. */
export const limitCodes = new WeakMap<GraphQLError, ErrorCode>();

/** The error for a document that exceeds a limit (decisions D273). @param bounds a sentence with the numbers */
export function refusedDocument(code: ErrorCode, bounds = ''): GraphQLError {
  const error = new GraphQLError(`${errorCodes[code]} ${bounds}`.trimEnd(), {
    extensions: extensionsOf(code, { http: { status: 400 } }),
  });
  limitCodes.set(error, code);
  return error;
}

/** Refuses long documents before they are cached. Long values belong in variables. */
export const documentLength: ValidationRule = (context) => ({
  Document({ loc }) {
    if (loc && loc.end - loc.start > limits.characters)
      context.reportError(refusedDocument('DOCUMENT_TOO_LONG', `At most ${limits.characters} are accepted.`));
  },
});

/** @throws GraphQLError TOO_COSTLY when the cost is above the limit */
export function checkCost(cost: number): void {
  if (cost <= limits.cost) return;
  throw new GraphQLError(`The document costs ${cost}; at most ${limits.cost} is accepted. Ask for smaller pages.`, {
    extensions: extensionsOf('TOO_COSTLY', { cost, limit: limits.cost, http: { status: 400 } }),
  });
}
