import { HeaderMap } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { HTTPGraphQLHead } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { ASTNode, GraphQLFormattedError } from 'graphql';
import { documentationOf, errorCodes, extensionsOf, failureOf } from '../../src/errors.ts';
import type { ErrorCode, Failure, FailureCode } from '../../src/errors.ts';
import type { Executor } from './executor.ts';
import { globalId } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';
import { requestIdOfError } from './observed-operation.ts';
import { dotted } from './input-faults.ts';
import { withShortQuotes } from './quoted.ts';

/** The extensions of a failure: its name as the code, the invalid fields, and further details. */
function failureExtensions({ code, details }: Failure): Record<string, unknown> {
  const { violations, existing, until, retryAfter, missingScopes } = details;
  const of = (part: 'sentence' | 'code') =>
    Object.fromEntries((violations ?? []).map((one) => [dotted(one.path), withShortQuotes(one[part])]));
  return {
    code,
    ...(violations ? { fields: of('sentence'), fieldCodes: of('code') } : {}),
    ...(existing ? { existing: globalId(existing.type as NodeType, existing.id) } : {}),
    ...(until === undefined ? {} : { until }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(missingScopes ? { missingScopes } : {}),
  };
}

/** The HTTP status of requests that are refused before their document is parsed (decisions N20). */
export const refusalStatuses: Partial<Record<FailureCode, number>> = {
  SUSPENDED: 401,
  INVALID_KEY: 401,
  KEY_EXPIRED: 401,
  RATE_LIMITED: 429,
  INVALID: 400,
  INSUFFICIENT_SCOPE: 403,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_IN_PROGRESS: 409,
  IDEMPOTENCY_ANSWER_TOO_LARGE: 409,
  IDEMPOTENCY_KEYS_EXHAUSTED: 429,
  TOO_LARGE: 413,
  MALFORMED: 400,
  BODY_TOO_SLOW: 408,
  BUSY: 503,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  STORAGE_FULL: 507,
  RETIRED: 410,
  BROWNOUT: 503,
};
/**
 * Failures that concern the whole service, or a client that sends too many requests. They set the HTTP status if an executed
 * document has no data (decisions N20).
 */
const setsHttpStatus: readonly unknown[] = [
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'STORAGE_FULL',
  'RATE_LIMITED',
] satisfies FailureCode[];

/** The HTTP status when one of these failures is the only result of a document; otherwise null. */
export function httpOfFailure({ code, retryAfter }: Record<string, unknown>): HTTPGraphQLHead | null {
  return setsHttpStatus.includes(code) ? headOf(code as FailureCode, retryAfter) : null;
}

/** The status and headers of a failure. Null for failures without an HTTP status of their own. */
export function headOf(code: FailureCode, retryAfter: unknown): HTTPGraphQLHead | null {
  const status = refusalStatuses[code];
  if (status === undefined) return null;
  return { status, headers: new HeaderMap(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]]) };
}

/** Adds the HTTP status and the `Retry-After` header of GraphQL to a failure. Other errors are returned unchanged. */
export function withHttpHead(error: unknown): unknown {
  const failure = failureOf(error);
  const http = failure && headOf(failure.code, failure.details.retryAfter);
  if (!http) return error;
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}

/** The error for an input that is not valid, found before anything is executed. @param nodes where it stands in the document */
export function inputError(failure: Failure, nodes: readonly ASTNode[] | undefined = []): GraphQLError {
  const extensions = { ...failureExtensions(failure), http: { status: 400 } };
  return new GraphQLError(dotted(failure.message), {
    nodes: nodes.length > 0 ? nodes : null,
    originalError: failure,
    extensions,
  });
}

/** Whether an error has no code. */
function isUnnamed({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.['code'] === ApolloServerErrorCode.INTERNAL_SERVER_ERROR;
}

/**
 * Formats errors: failures with their names, errors of GraphQL unchanged, and all others without internal details. All of them have the
 * address of the page about their code.
 */
export function formatErrorFor({ log, publicUrl }: Pick<Executor, 'log' | 'publicUrl'>) {
  const format = formatWithoutAddress(log);
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const shown = format(formatted, error);
    const code = shown.extensions?.['code'];
    if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code)) return shown;
    const documentation = documentationOf(publicUrl(), code as ErrorCode);
    return { ...shown, extensions: { ...shown.extensions, documentation } };
  };
}

function formatWithoutAddress(log: Executor['log']) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
    const { locations, path } = formatted;
    const message = withShortQuotes(formatted.message);
    const origin = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
    const failure = failureOf(original);
    if (failure) {
      const sentence = withShortQuotes(failure.details.violations ? dotted(failure.message) : failure.message);
      return { message: sentence, ...origin, extensions: failureExtensions(failure) };
    }
    if (original instanceof GraphQLError && !(path && isUnnamed(formatted))) {
      const { stacktrace: _, http: __, ...extensions } = formatted.extensions ?? {};
      // Without a path, no field has failed, so the request is invalid.
      return {
        message,
        ...origin,
        extensions: isUnnamed(formatted) ? { code: ApolloServerErrorCode.BAD_REQUEST } : extensions,
      };
    }
    const requestId = requestIdOfError(error);
    log.error({ err: original, requestId }, 'a GraphQL field failed');
    return {
      message: 'Something went wrong on our side.',
      ...origin,
      extensions: extensionsOf('INTERNAL', { requestId }),
    };
  };
}
