import { redacted } from '../../platform/observability/safe-error.ts';

/** The result of a check. */
export interface Finding {
  /** The checked part of the service, in one or two words. */
  what: string;
  state: 'passed' | 'warning' | 'failed';
  /** The result as a sentence, without the period. */
  result: string;
  /** How to correct it, unless the check has passed. */
  advice?: string;
}

/** The number of milliseconds for which the answer of another system is waited for. */
export const patienceMs = 5000;

export const passed = (what: string, result: string): Finding => ({ what, state: 'passed', result });
export const failed = (what: string, result: string, advice: string): Finding => ({
  what,
  state: 'failed',
  result,
  advice,
});
export const warning = (what: string, result: string, advice: string): Finding => ({
  what,
  state: 'warning',
  result,
  advice,
});

/** The reason of an error in one line, without credentials. */
export function reasonOf(error: unknown): string {
  const { message, code, errors, cause } = error as NodeJS.ErrnoException & { errors?: unknown[]; cause?: unknown };
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  if (cause !== undefined) return reasonOf(cause);
  return redacted((message || code || String(error)).split('\n')[0] ?? '');
}
