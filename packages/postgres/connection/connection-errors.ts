import { isOutdated } from './retry-deadlocks.ts';

/** Whether the server itself has refused a statement or a commit: then it has undone it, even if the connection cannot be used any more. */
export function isUndone(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR';
}

/** The connection could not be opened, broke, or gave no answer in time. */
export class ConnectionLost extends Error {}

/** A replica could not run a statement which the primary may be able to run. */
export class ReplicaFailed extends Error {}

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

/** The error, or the one inside of it, that means that the database is unreachable or overloaded; null for all others. */
export function unavailabilityIn(error: unknown): object | null {
  if (typeof error !== 'object' || error === null) return null;
  if (error instanceof ConnectionLost) return error;
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return unreachable.has(code) || passing.test(code) || isOutdated(error) ? error : null;
  // The driver tried several addresses of one name.
  if (errors) return unavailabilityIn(errors[0]);
  return driverWords.test(String(message)) ? error : null;
}
