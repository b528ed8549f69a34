import type { IncomingMessage } from 'node:http';
import { isKeyOfOurs, namesKey } from '../domain/accounts/authenticate.ts';
import type { Authenticator } from '../domain/accounts/authenticate.ts';
import { makeContext } from '../domain/context.ts';
import type { Context, Face, Surroundings } from '../domain/context.ts';
import { Budget } from '../domain/rules/rates.ts';
import type { Rates } from '../domain/rules/rates.ts';
import { noteCaller } from '../platform/limits/caller.ts';
import { failureOf } from '../errors.ts';
import { CallersDatabase } from '../platform/database/callers-database.ts';
import type { RequestRecord } from '../platform/observability/request-record.ts';
import { noteClient } from './note-client.ts';
import { recordOf } from './record.ts';

/** Makes the context of a request: the viewer whom its headers sign in, and the budgets. */
export type ContextOf = (request: IncomingMessage) => Promise<Context>;

/** The same with a key that may also come from elsewhere than a header. */
export type Identify = (
  request: IncomingMessage,
  authorization: string | undefined,
  face?: Face,
  record?: RequestRecord,
) => Promise<Context>;

/**
 * Authenticates callers of all interfaces. An invalid key is charged to the address of the caller.
 * @returns a function that rejects with Failure RATE_LIMITED when too many keys of the address did not sign in, and
 * with SUSPENDED for the key of an account that is suspended
 */
export function makeIdentify(
  surroundings: Surroundings,
  authenticator: Pick<Authenticator, 'authenticate'>,
  rates: Rates,
  addressOf: (request: IncomingMessage) => string,
): Identify {
  return async (request, authorization, face, record = recordOf(request)) => {
    const address = addressOf(request);
    const isSpent = () => rates.isSpent('failedKey', `address:${address}`);
    let caller: Awaited<ReturnType<Authenticator['authenticate']>>;
    try {
      caller = await authenticator.authenticate(authorization, isSpent);
    } catch (error) {
      // An invalid key is charged to the address.
      if (failureOf(error)) await rates.spend('failedKey', `address:${address}`);
      throw error;
    }
    const viewer = typeof caller === 'string' ? null : caller;
    record.viewer = viewer?.id ?? null;
    noteCaller(request, address, viewer ? String(viewer.id) : address);
    const userAgent = request.headers['user-agent'] ?? '';
    noteClient(record, request, viewer?.keyName);
    const budget = new Budget(rates, viewer, address);
    if (!viewer && namesKey(authorization)) await budget.spend('failedKey');
    if (viewer && !surroundings.isPreparing()) surroundings.keyUses.note(viewer, address, userAgent);
    return makeContext(
      surroundings,
      caller ?? (isKeyOfOurs(authorization) ? 'invalid' : null),
      budget,
      userAgent,
      face,
      new CallersDatabase(surroundings.database, request.socket, record),
      record,
    );
  };
}
