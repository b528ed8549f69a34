import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import { limits } from './limits.ts';

/**
 * Runs a document, one that costs much when it is its turn: two of a person run at once.
 * @throws GraphQLError RATE_LIMITED or UNAVAILABLE, with the seconds to wait, when too many wait
 */
export function inTurn<T>(context: Context, cost: number, run: () => Promise<T>): Promise<T> {
  if (cost < limits.dearDocument || !context.viewer) return run();
  return context.capacity.documents.run(String(context.viewer.id), run).catch((error: unknown) => {
    throw told(error);
  });
}

/** A failure as GraphQL over HTTP tells it: with its status and when to come again. */
function told(error: unknown): unknown {
  const failure = failureOf(error);
  if (!failure) return error;
  const headers = new HeaderMap([['retry-after', String(failure.details.retryAfter ?? 1)]]);
  const http = { status: failure.code === 'UNAVAILABLE' ? 503 : 429, headers };
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}
