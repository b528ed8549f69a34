import { GraphQLError } from 'graphql';
import type { Delivery, Sink } from './deliver.ts';
import type { formatted } from './event-results.ts';
import type { LiveTransports } from './live-transports.ts';
import { liveLimits } from './live-limits.ts';
import type { Operation } from './live-operations.ts';
import { extensionsOf } from '../../src/errors.ts';
import { callerNamed } from '@runners/limits';

/** @throws GraphQLError TOO_MANY_SUBSCRIPTIONS when a socket has too many operations */
export function checkOperations(count: number): void {
  if (count > liveLimits.operationsPerSocket)
    throw tooMany(`A socket carries at most ${liveLimits.operationsPerSocket} operations at a time.`);
}

/** Starts a subscription and counts it for its user. A refusal is in the result. */
export async function heldBy(
  operation: Operation,
  { connections: { subscriptions }, operations }: LiveTransports,
  sink: Sink,
): Promise<Delivery | ReturnType<typeof formatted>> {
  const user = operation.context.viewer?.id;
  if (user === undefined) return operations.subscribe(operation, sink);
  const release = subscriptions.tryTake(callerNamed(String(user)));
  if (!release)
    return {
      errors: operations.show(
        tooMany(`A user has at most ${liveLimits.subscriptionsPerUser} subscriptions at a time.`),
      ),
    };
  let begun;
  try {
    begun = await operations.subscribe(operation, sink);
  } finally {
    if (!begun || !('done' in begun)) release();
  }
  if ('done' in begun) begun.done.then(release, release);
  return begun;
}

function tooMany(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: extensionsOf('TOO_MANY_SUBSCRIPTIONS') });
}
