import { Failure } from '../../errors.ts';
import { isOutdated } from './retry-deadlocks.ts';
import type { RequestRecord } from '../observability/request-record.ts';

/** The client that waits for the answer to a statement. */
export interface Caller {
  /** Whether its connection is closed, so that nothing waits any more. */
  readonly gone: boolean;
  /** Calls back once it is closed, until the returned function is called. */
  onGone?(listener: () => void): () => void;
  /** The record of the request. */
  readonly record?: RequestRecord;
}

/** Seconds after which the request may be repeated. */
const retryAfter = 5;

/** The failure when the database is unreachable, frozen or overloaded. `cause` has details for the log only. */
function unavailable(cause?: unknown): Failure {
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

/** Whether the server itself has refused a statement or a commit: then it has undone it, even if the connection cannot be used any more. */
export function isUndone(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR';
}

/** The connection could not be opened, broke, or gave no answer in time. */
export class ConnectionLost extends Error {}

/** Codes of the operating system for an unreachable server. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * The codes of PostgreSQL for failures that may not occur again: connection, transaction rolled back (deadlock,
 * serialization), idle transaction, a server that has become a standby, too many connections or too little memory, lock
 * not available, cancelled, shutting down. Not a full disk.
 */
const passing = /^(08...|40...|25006|25P03|53[023]..|55P03|57014|57P0[1-5])$/;

/** Messages of errors of the driver that have no code. */
const driverWords =
  /^(Connection terminated|timeout exceeded|Client (was closed|has encountered)|Cannot use a pool|timeout expired)/;

/** The failure for errors that mean that the database is unreachable or overloaded; null for all others. */
export function unavailableFor(error: unknown): Failure | null {
  if (error instanceof Failure || typeof error !== 'object' || error === null) return null;
  if (error instanceof ConnectionLost) return unavailable(error);
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown[] };
  if (typeof code === 'string')
    return unreachable.has(code) || passing.test(code) || isOutdated(error) ? unavailable(error) : null;
  // The driver tried several addresses of one name.
  if (errors) return unavailableFor(errors[0]);
  return driverWords.test(String(message)) ? unavailable(error) : null;
}
