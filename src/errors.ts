/**
 * All failures whose reason the caller can understand, by name. GraphQL shows the name as `extensions.code`, and
 * `rest-compat/errors.ts` states the HTTP form of each. Messages are complete sentences for people.
 */
const failures = {
  UNAUTHENTICATED: 'Sign in first: send an API key.',
  KEY_EXPIRED: 'This API key has expired: create a new one, or sign in.',
  INSUFFICIENT_SCOPE: 'This API key does not have the scope that is needed.',
  TOO_MANY_KEYS: 'You have as many API keys as an account may have: revoke one first.',
  WRONG_PASSWORD: 'The e-mail or password is incorrect.',
  OLD_PASSWORD_MISMATCH: 'The e-mail or password is incorrect: the specified password does not match.',
  EMAIL_TAKEN: 'An account with this e-mail address already exists.',
  EMAIL_UNKNOWN: 'No account has this e-mail address.',
  SUSPENDED: 'This account is suspended.',
  RATE_LIMITED: 'Too many requests; try again later.',
  INVALID: 'The input is not valid.',
  MALFORMED: 'The body is malformed.',
  TOO_LARGE: 'The body is too large.',
  BODY_TOO_SLOW: 'The body came too slowly: send it again.',
  BUSY: 'The service is busy; try again in a moment.',
  TOO_COSTLY: 'The answer would be too large: ask for less at once.',
  NOT_FOUND: 'There is no such thing, or you may not see it.',
  NOT_YOURS: 'This belongs to somebody else.',
  NOT_STAFF: 'Only staff may do this.',
  WORKOUT_EXISTS: 'This workout already exists.',
  FRIENDSHIP_EXISTS: 'This friendship, or the request for it, already exists.',
  NEWER_MESSAGES: 'There are newer messages: fetch them and try again.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request: use a new key for new content.',
  IDEMPOTENCY_IN_PROGRESS: 'A request with this Idempotency-Key is still running; try again in a moment.',
  IDEMPOTENCY_ANSWER_TOO_LARGE:
    'A request with this Idempotency-Key was carried out, but its answer was too large to be kept: fetch the result.',
  IDEMPOTENCY_KEYS_EXHAUSTED:
    'Too many answers of the last 24 hours are kept for you: send the request without an Idempotency-Key, or later.',
  UNPROVEN: 'Show first that your e-mail address is yours: ask for a new password by mail and open its link.',
  BLOCKED: 'You cannot write to this person.',
  CURSOR_EXPIRED: 'What happened after this cursor is no longer kept: fetch again, and subscribe with a new cursor.',
  TOO_SLOW: 'Too many events wait to be read: subscribe again after the last cursor you have.',
  UNAVAILABLE: 'The service cannot do this right now; try again soon.',
  OUTCOME_UNKNOWN: 'It is not known whether the change was made: look whether it was before you send it again.',
  STORAGE_FULL: 'There is no room to store this right now; try again later.',
  SOCIAL_OFF: 'Signing in with a social network is not offered here.',
  SOCIAL_TOKEN_REJECTED: 'The social network does not accept this token: sign in there again.',
  SOCIAL_UNAVAILABLE: 'The social network cannot be reached; try again later.',
} as const;

/** The name of a failure: stable, part of the interface. */
export type FailureCode = keyof typeof failures;

/** The codes of errors that this service reports over GraphQL, besides those that Apollo Server defines. */
export type ErrorCode = FailureCode | 'INTERNAL' | 'TOO_MANY_SUBSCRIPTIONS';

/** The `extensions` of a GraphQL error with this code, and further values. */
export function extensionsOf(code: ErrorCode, further: object = {}): { code: ErrorCode } {
  return { code, ...further };
}

/** Details besides the code: the invalid fields, the existing object, the seconds to wait. */
export interface FailureDetails {
  /** One sentence for each field, by the name that the caller used. */
  fields?: Record<string, string>;
  /** The object that already exists. */
  existing?: { type: string; id: number };
  /** When the obstacle ends by itself, ISO 8601. */
  until?: string;
  /** Seconds after which the request may be repeated. */
  retryAfter?: number;
  /** The scopes that the key lacks. */
  missingScopes?: readonly string[];
}

/** An expected refusal. Operations throw it, and each interface shows it in its own form. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, message: string = failures[code], details: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A failure of validation, with one sentence for each field (decisions W19). `invalid('title', 'is too long')`. */
export function invalid(field: string, sentence: string): Failure {
  return new Failure('INVALID', `${field}: ${sentence}`, { fields: { [field]: sentence } });
}

/**
 * Runs all checks and returns their results by name. @throws Failure INVALID with the fields of all checks that fail,
 * one line each (decisions W19, N13); any other error of a check
 */
export function together<Checks extends Record<string, () => unknown>>(
  checks: Checks,
): { [Name in keyof Checks]: ReturnType<Checks[Name]> } {
  const fields: Record<string, string> = {};
  const results = Object.entries(checks).map(([name, check]) => {
    try {
      return [name, check()];
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'INVALID') throw error;
      Object.assign(fields, error.details.fields);
      return [name, undefined];
    }
  });
  const lines = Object.entries(fields).map(([field, sentence]) => `${field}: ${sentence}`);
  if (lines.length > 0) throw new Failure('INVALID', lines.join('\n'), { fields });
  return Object.fromEntries(results) as { [Name in keyof Checks]: ReturnType<Checks[Name]> };
}

/** The codes of the operating system and of PostgreSQL for a full disk or an exhausted quota. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

let diskFullAt = Number.NEGATIVE_INFINITY;

/** Milliseconds since a write failed because a disk was full; infinite when that has not happened. */
export function sinceDiskFull(): number {
  return performance.now() - diskFullAt;
}

/** The failure of a write to a full disk. `/readyz` reports it for a while. */
export function storageFull(): Failure {
  diskFullAt = performance.now();
  return new Failure('STORAGE_FULL', undefined, { retryAfter: 60 });
}

/** The code of PostgreSQL for a row that refers to a row that does not exist. */
const foreignKeyViolation = '23503';

/**
 * Converts an error into a failure; null for anything unexpected. When the object that a write refers to (a post, a
 * person) has been deleted in the meantime, the database refuses the write, and the caller receives NOT_FOUND.
 */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (full.has(code)) return storageFull();
  return code === foreignKeyViolation ? new Failure('NOT_FOUND') : null;
}
