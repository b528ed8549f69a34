import { Failure } from '../../errors.ts';
import { unavailabilityIn } from '@runners/postgres';

/** Seconds after which the request may be repeated. */
const retryAfter = 5;

/** The failure when the database is unreachable, frozen or overloaded. `cause` has details for the log only. */
export function unavailable(cause?: unknown): Failure {
  const failure = new Failure('UNAVAILABLE', undefined, { retryAfter });
  failure.cause = cause;
  return failure;
}

/** Thrown instead of running a statement for a client that has disconnected. */
export class CallerGone extends Failure {
  constructor() {
    super('UNAVAILABLE', 'Nobody waits for the answer any more.');
  }
}

/**
 * The connection broke after a change was sent and before the answer came: a commit, or a statement that is its own
 * transaction. The change may have been made, which can be found out only from the data.
 */
export class OutcomeUnknown extends Failure {
  constructor(cause?: unknown) {
    super('OUTCOME_UNKNOWN', undefined, { retryAfter });
    this.cause = cause;
  }
}

/** The failure for errors that mean that the database is unreachable or overloaded; null for all others. */
export function unavailableFor(error: unknown): Failure | null {
  const cause = unavailabilityIn(error);
  return cause && unavailable(cause);
}
