import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { callerOf, renewed } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import { pointsOfTexts } from './answer-size.ts';
import type { Cost } from './costs.ts';
import { headOf } from './failure-errors.ts';
import { limits } from './limits.ts';
import { noteLong } from './long-json.ts';

/** Points of the long texts of an answer that is long, one for each KiB. */
const pointsOfLong = 128;

/** The bytes of long texts that a further part of an answer may load. */
const partBytes = 1024 * 1024;

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
    result = await inTurn(context, cost.points, () => capacity.requests.run(callerOf(context), execute));
  } catch (error) {
    // Errors of the execution are part of the result, so this document was not executed.
    budget.points.giveBack(cost.points);
    throw error;
  }
  const texts = pointsOfTexts(result);
  budget.points.correct(cost.points, cost.actual(result.data) + texts);
  if (result.data && (texts > pointsOfLong || cost.points >= limits.expensiveDocument)) noteLong(result.data);
  return result;
}

/**
 * Executes a document for a further part of an answer that is being sent, with a context that does not keep the parts before. It is
 * charged afterwards, even if the points do not suffice, because an answer cannot be refused once it has begun.
 * @throws Failure BUSY or UNAVAILABLE when too many documents are waiting
 */
export async function executeFurther(
  context: Context,
  cost: Cost,
  execute: (context: Context) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const result = await context.capacity.requests.run(callerOf(context), () => {
    const own = renewed(context);
    own.database.texts?.begin(partBytes);
    return execute(own);
  });
  context.budget.points.charge(cost.actual(result.data) + pointsOfTexts(result));
  return result;
}

/** Lets an expensive document wait for its turn. Two expensive documents of one user run at the same time. */
export function inTurn<T>(context: Context, points: number, run: () => Promise<T>): Promise<T> {
  if (points < limits.expensiveDocument || !context.viewer) return run();
  return context.capacity.documents.run(callerOf(context), run);
}

/** Adds the HTTP status and the `Retry-After` header of GraphQL to a failure. Other errors are returned unchanged. */
export function withHttpHead(error: unknown): unknown {
  const failure = failureOf(error);
  const http = failure && headOf(failure.code, failure.details.retryAfter);
  if (!http) return error;
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}
