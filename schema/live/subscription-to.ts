import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import type { Interest, LiveSubscription } from '../../src/domain/live/live.ts';
import type { LiveArgs } from './live.input.ts';

/** Starts a subscription. `interestOf` reads from the arguments which events it receives. */
export function subscriptionTo<A extends LiveArgs>(interestOf: (args: A, context: Context) => Interest) {
  return async ({ args, context }: { args: object; context: Context }): Promise<LiveSubscription> => {
    const viewer = viewerOf(context);
    return context.live.subscribe(viewer, interestOf(args as A, context), (args as A).after ?? null);
  };
}
