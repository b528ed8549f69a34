import type { IncomingMessage } from 'node:http';
import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { extensionsOf, failureOf } from '../../src/errors.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { refusalStatuses, withHttpHead } from '../execution/failure-errors.ts';

/** The codes of errors in well-formed requests. */
const wellFormed = new Set<unknown>(['INVALID', 'PERSISTED_QUERY_NOT_FOUND'] satisfies ErrorCode[]);

/** The error that makes Apollo answer with the status and `Retry-After` of a failure. Other errors are returned unchanged. */
export function refusalOf(error: unknown, request: IncomingMessage): Error {
  const withHead = withHttpHead(error);
  if (withHead !== error) return withHead as GraphQLError;
  // Wrong variables and unknown names are errors in a well-formed request (see wellFormedErrorsAre200).
  if (error instanceof GraphQLError && wellFormed.has(error.extensions['code'])) {
    const isNew = request.headers.accept?.includes('graphql-response') ?? false;
    return new GraphQLError(error.message, {
      originalError: error.originalError ?? null,
      extensions: { ...error.extensions, http: { status: isNew ? 400 : 200 } },
    });
  }
  return error as Error;
}

/** The status, code and sentence of a refusal that Apollo does not write. @throws any other error */
export function refusedWith(error: unknown): [status: number, code: ErrorCode, sentence: string] {
  const failure = failureOf(error);
  const status = failure && refusalStatuses[failure.code];
  if (failure && status) return [status, failure.code, failure.message];
  if (error instanceof UnsupportedMedia) return [415, 'MALFORMED', error.message];
  if (error instanceof GraphQLError) return [400, error.extensions['code'] as ErrorCode, error.message];
  throw error;
}

/** The error for a body in an unsupported type, charset or content coding: 415. */
export class UnsupportedMedia extends GraphQLError {
  /** @param codings the supported content codings, if it is about them (RFC 9110, 15.5.16) */
  constructor(sentence: string, codings?: string) {
    const headers = new HeaderMap(codings === undefined ? [] : [['accept-encoding', codings]]);
    super(sentence, { extensions: extensionsOf('MALFORMED', { http: { status: 415, headers } }) });
  }
}
