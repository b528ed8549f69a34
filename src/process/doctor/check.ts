import { redacted } from '../../platform/observability/safe-error.ts';

/** What a check has found. */
export interface Finding {
  /** What was looked at, one or two words. */
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  /** What is so. */
  says: string;
  /** What to do about it; only where something is wrong. */
  todo?: string;
}

/** Milliseconds that whatever is asked has to answer. */
export const patienceMs = 5000;

export const fine = (what: string, says: string): Finding => ({ what, state: 'ok', says });
export const wrong = (what: string, says: string, todo: string): Finding => ({ what, state: 'wrong', says, todo });
export const warning = (what: string, says: string, todo: string): Finding => ({ what, state: 'warning', says, todo });

/** The reason of an error in one line, without credentials. */
export function reasonOf(error: unknown): string {
  const { message, code, errors, cause } = error as NodeJS.ErrnoException & { errors?: unknown[]; cause?: unknown };
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  if (cause !== undefined) return reasonOf(cause);
  return redacted((message || code || String(error)).split('\n')[0] ?? '');
}
