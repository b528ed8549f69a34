import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { personOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import type { Cost } from './costs.ts';
import { headOf } from './failure-errors.ts';
import { limits } from './limits.ts';

type Execute = () => Promise<ExecutionResult>;

/**
 * Executes a document for a request of either interface: what it is estimated to cost is paid first, it waits for its turn,
 * and the payment is corrected by what it took.
 * @throws Failure RATE_LIMITED when it cannot be paid or too much of this person waits, UNAVAILABLE or BUSY when too much waits
 */
export async function executePaid(context: Context, cost: Cost, execute: Execute): Promise<ExecutionResult> {
  const { capacity, budget } = context;
  const paying = budget.points.pay(cost.points);
  if (paying) await paying;
  let result;
  try {
    result = await inTurn(context, cost.points, () => capacity.requests.run(personOf(context), execute));
  } catch (error) {
    // What goes wrong with a document is in its result: this one was not begun.
    budget.points.giveBack(cost.points);
    throw error;
  }
  budget.points.correct(cost.points, cost.actual(result.data));
  return result;
}

/** An expensive document waits for its turn: two expensive documents of one user run at the same time. */
export function inTurn<T>(context: Context, points: number, run: () => Promise<T>): Promise<T> {
  if (points < limits.expensiveDocument || !context.viewer) return run();
  return context.capacity.documents.run(String(context.viewer.id), run);
}

/** A failure with the HTTP status and the `Retry-After` header that it has in GraphQL; any other error unchanged. */
export function withHttpHead(error: unknown): unknown {
  const failure = failureOf(error);
  const http = failure && headOf(failure.code, failure.details.retryAfter);
  if (!http) return error;
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}
