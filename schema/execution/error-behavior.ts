import { GraphQLError } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { extensionsOf } from '../../src/errors.ts';
import type { RequestRecord } from '../../src/platform/observability/request-record.ts';
import { errorBehaviorNamed } from '@runners/graphql';
import type { ErrorBehavior } from '@runners/graphql';

/** The choices of requests that have made one. Apollo passes on no member of a request that it does not know. */
const chosen = new WeakMap<RequestRecord, ErrorBehavior>();

/**
 * The behavior that the member `onError` of a request names.
 * @throws GraphQLError BAD_REQUEST for any other value
 */
export function errorBehaviorIn(onError: unknown): ErrorBehavior {
  const known = errorBehaviorNamed(onError);
  if (known) return known;
  const sentence = '`onError` must be "NULL", "PROPAGATE" or "HALT".';
  throw new GraphQLError(sentence, { extensions: extensionsOf('BAD_REQUEST', { http: { status: 400 } }) });
}

/** Notes the behavior that a request has chosen. @throws GraphQLError as `errorBehaviorIn` */
export function chooseErrorBehavior({ record }: Context, onError: unknown): void {
  const behavior = errorBehaviorIn(onError);
  if (behavior !== 'PROPAGATE') chosen.set(record, behavior);
}

export function errorBehaviorOf({ record }: Context): ErrorBehavior {
  return chosen.get(record) ?? 'PROPAGATE';
}
