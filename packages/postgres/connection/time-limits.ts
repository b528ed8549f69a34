import type { DatabaseConfig } from '../interface/database-config.ts';

/** Time limits on PostgreSQL in milliseconds, and the number of statements that may wait. */
export interface TimeLimits {
  /** A statement, on the server. */
  statement: number;
  /** A statement's wait for a lock, on the server. */
  lock: number;
  /** A transaction between two statements, on the server. */
  idle: number;
  /** A statement, measured by this process, because a frozen server does not report that the time is over. */
  answer: number;
  /** Opening a connection, and waiting for one of the pool. */
  connect: number;
  /** Statements and transactions that wait for a connection of the pool; further ones are refused at once. */
  waiting: number;
}

/** The limits of requests. All are computed from `databaseTimeout` and `databasePool`. */
export function requestLimits({
  databaseTimeout = 6,
  databasePool,
}: Pick<DatabaseConfig, 'databaseTimeout' | 'databasePool'>) {
  const statement = databaseTimeout * 1000;
  return {
    statement: Math.ceil(statement),
    lock: Math.ceil(statement * 0.7),
    idle: Math.ceil(statement * 2),
    answer: statement + 1000,
    connect: Math.ceil(statement / 3),
    waiting: Math.max(256, 64 * databasePool),
  } satisfies TimeLimits;
}

const tenMinutes = 600_000;

/**
 * The limits of migrations, clean-up, exports and deletions of accounts. No request waits for them, or it is known to
 * take long.
 */
export const unhurriedLimits = {
  statement: tenMinutes,
  lock: tenMinutes,
  idle: 0,
  answer: tenMinutes + 60_000,
} as const;

/** The limits that the server keeps, by the names of its settings. */
export function serverSettings({ statement, lock, idle }: Pick<TimeLimits, 'statement' | 'lock' | 'idle'>) {
  return {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
  };
}

/** SQL that sets the limits until the connection is closed, or with `set local`, until the transaction ends. */
export function settingLimits(limits: Parameters<typeof serverSettings>[0], set: 'set' | 'set local'): string {
  const settings = Object.entries(serverSettings(limits));
  return settings.map(([name, value]) => `${set} ${name} = ${value}`).join('; ');
}

/** Sets the unhurried limits until the transaction ends. */
export const setUnhurriedLocally = settingLimits(unhurriedLimits, 'set local');
/** Sets the unhurried limits until the connection is closed. */
export const setUnhurried = settingLimits(unhurriedLimits, 'set');
