import type { IncomingMessage } from 'node:http';
import { isKeyOfOurs, namesKey } from '../domain/accounts/authenticate.ts';
import type { Authenticator } from '../domain/accounts/authenticate.ts';
import { makeContext } from '../domain/context.ts';
import type { Context, ApiInterface, ProcessContext } from '../domain/context.ts';
import { CallerBudgets } from '../domain/rules/rates.ts';
import type { RateLimits } from '../domain/rules/rates.ts';
import { noteCaller } from '@runners/limits';
import { failureOf } from '../errors.ts';
import { CallersDatabase } from '../platform/database/callers-database.ts';
import type { RequestRecord } from '../platform/observability/request-record.ts';
import { recordOf } from './record.ts';

/** Makes the context of a request: the viewer whom its headers sign in, and the budgets. */
export type ContextOf = (request: IncomingMessage) => Promise<Context>;

/** Identifies a caller by a key that may also come from elsewhere than a header. */
export type Identify = (
  request: IncomingMessage,
  authorization: string | undefined,
  apiInterface?: ApiInterface,
  record?: RequestRecord,
) => Promise<Context>;

/**
 * Authenticates callers of all interfaces. An invalid key is charged to the address of the caller.
 * @returns a function that rejects with Failure RATE_LIMITED when too many keys of the address did not sign in, and
 * with SUSPENDED for the key of an account that is suspended
 */
export function makeIdentify(
  processContext: ProcessContext,
  authenticator: Pick<Authenticator, 'authenticate'>,
  rates: RateLimits,
  addressOf: (request: IncomingMessage) => string,
): Identify {
  return async (request, authorization, apiInterface, record = recordOf(request)) => {
    const address = addressOf(request);
    const isSpent = () => rates.isSpent('failedKey', `address:${address}`);
    let caller: Awaited<ReturnType<Authenticator['authenticate']>>;
    try {
      caller = await authenticator.authenticate(authorization, isSpent);
    } catch (error) {
      // The key of somebody who is suspended is charged as an invalid one. A failure of the service is not.
      if (failureOf(error)?.code === 'SUSPENDED') await rates.spend('failedKey', `address:${address}`);
      throw error;
    }
    const viewer = typeof caller === 'string' ? null : caller;
    record.viewer = viewer?.id ?? null;
    noteCaller(request, address, viewer ? String(viewer.id) : address);
    const userAgent = request.headers['user-agent'] ?? '';
    record.keyName = viewer?.keyName ?? '';
    const budget = new CallerBudgets(rates, viewer, address);
    if (!viewer && namesKey(authorization)) await budget.spend('failedKey');
    if (viewer && !processContext.isPreparing()) processContext.keyUses.note(viewer, address, userAgent);
    return makeContext(
      processContext,
      caller ?? (isKeyOfOurs(authorization) ? 'invalid' : null),
      budget,
      userAgent,
      apiInterface,
      new CallersDatabase(processContext.database, request.socket, record),
      record,
    );
  };
}
