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
 * Executes a document for a request of either interface. The estimated cost is charged first, the document waits for its turn,
 * and the charge is corrected by the actual cost.
 * @throws Failure RATE_LIMITED when there are not enough points or too many documents of this person are waiting, UNAVAILABLE or
 * BUSY when too many documents are waiting in total
 */
export async function executePaid(context: Context, cost: Cost, execute: Execute): Promise<ExecutionResult> {
  const { capacity, budget } = context;
  const paying = budget.points.pay(cost.points);
  if (paying) await paying;
  let result;
  try {
    result = await inTurn(context, cost.points, () => capacity.requests.run(personOf(context), execute));
  } catch (error) {
    // Errors of the execution are part of the result, so this document was not executed.
    budget.points.giveBack(cost.points);
    throw error;
  }
  budget.points.correct(cost.points, cost.actual(result.data));
  return result;
}

/** Lets an expensive document wait for its turn. Two expensive documents of one user run at the same time. */
export function inTurn<T>(context: Context, points: number, run: () => Promise<T>): Promise<T> {
  if (points < limits.expensiveDocument || !context.viewer) return run();
  return context.capacity.documents.run(String(context.viewer.id), run);
}

/** Adds the HTTP status and the `Retry-After` header of GraphQL to a failure. Other errors are returned unchanged. */
export function withHttpHead(error: unknown): unknown {
  const failure = failureOf(error);
  const http = failure && headOf(failure.code, failure.details.retryAfter);
  if (!http) return error;
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}
