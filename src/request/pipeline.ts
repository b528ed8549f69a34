import type { IncomingMessage, ServerResponse } from 'node:http';
import { mustHold } from '../domain/accounts/api-keys.ts';
import { allScopes } from '../domain/rules/scopes.ts';
import type { Scopes } from '../domain/rules/scopes.ts';
import { callerOf, renewed } from '../domain/context.ts';
import type { Context, ProcessContext } from '../domain/context.ts';
import { idempotencyField, readIdempotencyKey } from '../domain/idempotency/idempotency-key.ts';
import { runOnce } from '../domain/idempotency/run-once.ts';
import { costRules } from '../domain/rules/request-cost.ts';
import type { CostReport } from '../domain/rules/request-cost.ts';
import type { CallerBudgets } from '../domain/rules/rates.ts';
import { Failure, failureOf, serviceFailures } from '../errors.ts';
import type { FailureCode } from '../errors.ts';
import { CallerGone } from '../platform/database/unavailable.ts';
import { senderOf } from '@runners/limits';
import { setFurther } from './recorded-response.ts';
import type { FurtherHeaders } from './recorded-response.ts';

type Gates = Pick<ProcessContext, 'capacity'>;

/*
 * The stages of a request, in the order of decisions A2, whichever transport it comes by. A transport calls those that its request
 * needs, and reads nothing of budgets and gates itself (docs/requests.md#what-happens-to-a-request).
 *
 *  1. record      `beginRecord`, `src/request/record.ts`: the id of the request, and its line in the log
 *  2. address     `makeAddressOf`, `src/request/client-address.ts`; `src/request/connections-per-address.ts` bounds what comes from it
 *  3. key         `makeIdentify`, `src/request/identify.ts`: the viewer; `admit`: 401 where one is needed
 *  4. points      `admit`: 429 when none are left, before the body is read
 *  5. scope       `admit`: 403; `checkHolds` where a document says what it needs
 *  6. repetition  `admit`: the Idempotency-Key
 *  7. body        `payAhead` for what has a budget of its own, then the transport reads it, then `weigh`
 *  8. turn        `execute`: payment by the estimate, the turn, the execution, the correction; or `executeOnce` around it
 *  9. refund      `execute` gives back what was not begun; `chargeUnexecuted` for what was refused before
 * 10. answer      `showCost`, `reportCost`
 */

/**
 * Stages 3 to 6: whoever needs a key has one that signs in, has points left, and has these scopes.
 * @param repeatable the request, if it may have an Idempotency-Key, which is then returned
 * @throws Failure UNAUTHENTICATED, RATE_LIMITED, INSUFFICIENT_SCOPE, INVALID
 */
export function admit(
  context: Context,
  needsKey = false,
  needed: Scopes = 0,
  repeatable?: IncomingMessage,
): string | undefined {
  if (needsKey && !context.viewer) throw new Failure('UNAUTHENTICATED');
  context.budget.points.check();
  checkHolds(context, needed);
  return repeatable && readIdempotencyKey(repeatable.headers[idempotencyField]);
}

/** Admits a request of a web page, which costs as much as the cheapest request. It is paid before its form is read. @throws Failure RATE_LIMITED */
export function admitPage(context: Context): Promise<void> | undefined {
  admit(context);
  return payLeast(context);
}

/** Stage 5 alone. Callers without a key are checked where a key is needed. @throws Failure INSUFFICIENT_SCOPE */
export function checkHolds({ viewer }: Context, needed: Scopes): void {
  if (viewer && viewer.scopes !== allScopes) mustHold(viewer, needed);
}

/** Stage 7, before the body: spends one of a budget, so that the operation does not spend it again. @throws Failure RATE_LIMITED */
export function payAhead({ budget }: Context, kind: Parameters<CallerBudgets['prepay']>[0]): Promise<void> {
  return budget.prepay(kind);
}

/** Stage 7, after the body: its size is a part of the next payment. */
export function weigh({ budget }: Context, bytes: number): void {
  budget.points.addBody(bytes);
}

/** The check of a document is a part of the next payment, even if that is refused. */
export function owe({ budget }: Context, points: number): void {
  budget.points.addWork(points);
}

/** Pays for what costs as much as the cheapest request. Undefined when that was done synchronously. @throws Failure RATE_LIMITED */
export function payLeast({ budget }: Context): Promise<void> | undefined {
  return budget.points.reserve(0);
}

/** The price of an execution, in points. */
export interface Price<Result> {
  /** What is estimated before. */
  readonly points: number;
  /** What it took. */
  actual(result: Result): number;
}

/**
 * Stage 8: the estimate is paid, the execution waits for its turn, and the payment is corrected. What was not begun is given back.
 * @throws Failure RATE_LIMITED when there are not enough points or too much of this person waits, UNAVAILABLE or BUSY when too much
 * waits in total; errors of an execution are a part of its result
 */
export async function execute<Result>(
  context: Context,
  price: Price<Result>,
  run: () => Promise<Result>,
): Promise<Result> {
  const { points } = context.budget;
  const paying = points.reserve(price.points);
  if (paying) await paying;
  let result;
  try {
    result = isExpensive(context, price.points)
      ? await inTurn(context, price.points, () => takeTurn(context, 'requests', run))
      : await takeTurn(context, 'requests', run);
  } catch (error) {
    points.refund(price.points);
    throw error;
  }
  points.adjust(price.points, price.actual(result));
  return result;
}

/** Bytes of the long texts that a further part of an answer may load. */
const partBytes = 1024 * 1024;

/**
 * Stage 8 for a further part of an answer that is being sent, with a context that does not keep the parts before. It is charged
 * afterwards, even if the points do not suffice, because an answer cannot be refused once it has begun.
 * @throws Failure BUSY when too much waits
 */
export async function executePart<Result>(
  context: Context,
  price: Price<Result>,
  run: (context: Context) => Promise<Result>,
): Promise<Result> {
  const result = await takeTurn(context, 'requests', () => {
    const own = renewed(context);
    own.database.texts?.begin(partBytes);
    return run(own);
  });
  chargeDone(context, price.actual(result));
  return result;
}

/** Stage 8 for a request with an Idempotency-Key (decisions D254). An answer that is given again costs as much as the cheapest request. */
export async function executeOnce(...given: Parameters<typeof runOnce>): ReturnType<typeof runOnce> {
  const once = await runOnce(...given);
  chargeUnexecuted(given[0]);
  return once;
}

/** Runs work of a caller when it is its turn at this gate. @throws Failure of the gate */
export function takeTurn<T>(context: Context, gate: 'requests' | 'checks', work: () => Promise<T>): Promise<T> {
  return context.capacity[gate].run(callerOf(context), work, gate === 'requests' ? context.slot : undefined);
}

/** Lets an expensive document wait for its turn. At most two expensive documents of one user run at the same time. */
export function inTurn<T>(context: Context, points: number, run: () => Promise<T>): Promise<T> {
  return isExpensive(context, points) ? context.capacity.documents.run(callerOf(context), run) : run();
}

/**
 * Takes a slot among the readers of long texts and files. Returns what releases it.
 * @param person whom a signed URL names, for a request without a key
 * @throws Failure UNAVAILABLE, RATE_LIMITED
 */
export function takeStream({ capacity }: Gates, request: IncomingMessage, person?: string): Promise<() => void> {
  return capacity.streams.take(senderOf(request, person));
}

/** Draws a map when it is the turn of the person whom its URL names. @throws Failure UNAVAILABLE, RATE_LIMITED */
export function drawInTurn(
  { capacity }: Gates,
  request: IncomingMessage,
  person: string,
  draw: () => Promise<void>,
): Promise<void> {
  return capacity.maps.run(senderOf(request, person), draw);
}

function isExpensive({ viewer }: Context, points: number): boolean {
  return points >= costRules.expensive && viewer !== null;
}

/** Charges what was done already: the part of an answer, or an event that was delivered. */
export function chargeDone({ budget }: Context, points: number): void {
  budget.points.charge(points);
}

/** Failures for which nothing is charged. */
const freeOfCharge = new Set<FailureCode>(['UNAUTHENTICATED', 'RATE_LIMITED', 'BUSY', 'UNAVAILABLE']);

/**
 * Stage 9: a request that was answered without an execution costs as much as the cheapest one, unless it has not the key that it
 * needs, or a rate limit or a gate has refused it (decisions D242).
 * @param status of the answer, if it was written by a framework, which keeps the failure to itself
 */
export function chargeUnexecuted({ budget }: Context, error?: unknown, status?: number): void {
  if (budget.points.isPaid || status === 429) return;
  const failure = error === undefined ? null : failureOf(error);
  if (!failure || !freeOfCharge.has(failure.code)) budget.points.charge(0);
}

/** Stage 9: gives back what was paid ahead of a body, if the service itself has failed, and not to who has left. */
export async function refundAhead(context: Context | undefined, error: unknown): Promise<void> {
  const failure = failureOf(error);
  if (failure && serviceFailures.has(failure.code) && !(failure instanceof CallerGone))
    await context?.budget.refundPrepaid();
}

const none: FurtherHeaders = {};

/** Stage 10: adds the headers with the remaining points to an answer, whose caller may not be known yet, and further ones. */
export function showCost(
  response: ServerResponse,
  context: Context | undefined,
  further: FurtherHeaders = none,
  how?: 'shortly' | 'fully',
): void {
  setFurther(response, context ? { ...context.budget.points.headers(how), ...further } : further);
}

/** Stage 10 in GraphQL: what the request has cost. */
export function reportCost({ budget }: Context): CostReport {
  return budget.points.report();
}
