import { GraphQLError } from 'graphql';
import { errorCodes, extensionsOf } from '../../src/errors.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { persistedHash } from '@runners/graphql';
import type { DocumentRefusals } from '@runners/graphql';

/** How requests are refused whose document is not there, or is named in a way that cannot be read (decisions D329). */
export const documentRefusals: DocumentRefusals = {
  notFound: (isHash) =>
    // Old versions of Apollo's clients recognize the error by its message.
    new GraphQLError(isHash ? 'PersistedQueryNotFound' : errorCodes.PERSISTED_QUERY_NOT_FOUND, {
      extensions: extensionsOf('PERSISTED_QUERY_NOT_FOUND'),
    }),
  notRegistered: () => refused('DOCUMENT_NOT_REGISTERED', errorCodes.DOCUMENT_NOT_REGISTERED),
  malformed: (sentence) => refused('BAD_REQUEST', sentence),
};

/** The hash in the extensions of a request, or undefined if there is none. @throws GraphQLError BAD_REQUEST */
export function hashIn(extensions: unknown): string | undefined {
  return persistedHash(extensions, documentRefusals.malformed);
}

function refused(code: ErrorCode, sentence: string): GraphQLError {
  return new GraphQLError(sentence, { extensions: extensionsOf(code, { http: { status: 400 } }) });
}
