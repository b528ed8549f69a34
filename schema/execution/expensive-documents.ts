import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import { limits } from './limits.ts';

/**
 * Runs a document. An expensive document waits for its turn: two expensive documents of one user run at the same time.
 * @throws GraphQLError RATE_LIMITED or UNAVAILABLE, with the seconds to wait, when too many documents are waiting
 */
export function inTurn<T>(context: Context, cost: number, run: () => Promise<T>): Promise<T> {
  if (cost < limits.expensiveDocument || !context.viewer) return run();
  return context.capacity.documents.run(String(context.viewer.id), run).catch((error: unknown) => {
    throw withRetryAfter(error);
  });
}

/** Adds the HTTP status and the `Retry-After` header to a failure. */
function withRetryAfter(error: unknown): unknown {
  const failure = failureOf(error);
  if (!failure) return error;
  const headers = new HeaderMap([['retry-after', String(failure.details.retryAfter ?? 1)]]);
  const http = { status: failure.code === 'UNAVAILABLE' ? 503 : 429, headers };
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}
