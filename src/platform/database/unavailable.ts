import { Failure } from '../../errors.ts';
import type { RequestRecord } from '../observability/request-record.ts';

/** Who waits for the answer to a statement. */
export interface Caller {
  /** Whether nobody waits any more: the connection that asked is closed. */
  readonly gone: boolean;
  /** What is noted of the request. */
  readonly record?: RequestRecord;
}

/** Seconds after which it makes sense to ask again. */
const retryAfter = 5;

/** The failure of whoever finds the database away, frozen or overloaded; `cause` says more, to the log only. */
function unavailable(cause?: unknown): Failure {
  const failure = new Failure('UNAVAILABLE', undefined, { retryAfter });
  failure.cause = cause;
  return failure;
}

/** Thrown instead of running a statement for a caller who has hung up; nobody reads it. */
export class CallerGone extends Failure {
  constructor() {
    super('UNAVAILABLE', 'Nobody waits for the answer any more.');
  }
}

/** The connection could not be opened, broke, or gave no answer in time. */
export class ConnectionLost extends Error {}

/** Codes of the operating system for a server that is not there. */
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
 * PostgreSQL's codes for what another try may mend: connection, transaction rolled back (deadlock, serialization), idle
 * transaction, too many connections or too little memory, lock not available, cancelled, shutting down. Not a full disk.
 */
const passing = /^(08...|40...|25P03|53[023]..|55P03|57014|57P0[1-5])$/;

/** What the driver says without a code. */
const driverWords =
  /^(Connection terminated|timeout exceeded|Client (was closed|has encountered)|Cannot use a pool|timeout expired)/;

/** The failure for errors that say that the database is away or overloaded; null for all others. */
export function unavailableFor(error: unknown): Failure | null {
  if (error instanceof Failure || typeof error !== 'object' || error === null) return null;
  if (error instanceof ConnectionLost) return unavailable(error);
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return unreachable.has(code) || passing.test(code) ? unavailable(error) : null;
  // Several addresses of one name were tried.
  if (errors) return unavailableFor(errors[0]);
  return driverWords.test(String(message)) ? unavailable(error) : null;
}
