import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
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
  /** Steps of the check of a document, such as a pair of fields that is compared (`packages/graphql/documents/checking-steps.ts`). */
  checkingSteps: 20_000,
  /** Errors of a document. The search for names that are meant takes long. */
  errors: 20,
  listItems: 1000,
  cost: 25_000,
} as const;

/** The codes of documents that exceed a limit, by the error that says so. */
export const limitCodes = new WeakMap<GraphQLError, ErrorCode>();

/** The error for a document that exceeds a limit. @param bounds a sentence with the numbers */
export function refusedDocument(code: ErrorCode, bounds = ''): GraphQLError {
  const error = new GraphQLError(`${errorCodes[code]} ${bounds}`.trimEnd(), {
    extensions: extensionsOf(code, { http: { status: 400 } }),
  });
  limitCodes.set(error, code);
  return error;
}

/** Whether the parser has stopped at the token after so many. @param error the one that it has thrown */
export function stoppedAfter(tokens: number, query: string, { positions }: GraphQLError): boolean {
  const lexer = new Lexer(new Source(query));
  try {
    for (let n = 0; n <= tokens; n++) if (lexer.advance().kind === TokenKind.EOF) return false;
    return positions?.[0] === lexer.token.start;
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}
