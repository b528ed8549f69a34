/**
 * Everything that can go wrong for a reason the caller can understand, by name. GraphQL shows the name as
 * `extensions.code`; `rest-compat/errors.ts` gives each its HTTP form. Messages are complete sentences for people.
 */
const failures = {
  UNAUTHENTICATED: 'Sign in first: send an API key.',
  WRONG_PASSWORD: 'The e-mail or password is incorrect.',
  OLD_PASSWORD_MISMATCH: 'The e-mail or password is incorrect: the specified password does not match.',
  EMAIL_TAKEN: 'An account with this e-mail address already exists.',
  EMAIL_UNKNOWN: 'No account has this e-mail address.',
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
  UNPROVEN: 'Show first that your e-mail address is yours: ask for a new password by mail and open its link.',
  BLOCKED: 'You cannot write to this person.',
  CURSOR_EXPIRED: 'What happened after this cursor is no longer kept: fetch again, and subscribe with a new cursor.',
  TOO_SLOW: 'Too many events wait to be read: subscribe again after the last cursor you have.',
  UNAVAILABLE: 'The service cannot do this right now; try again soon.',
  STORAGE_FULL: 'There is no room to store this right now; try again later.',
  SOCIAL_OFF: 'Signing in with a social network is not offered here.',
  SOCIAL_TOKEN_REJECTED: 'The social network does not accept this token: sign in there again.',
  SOCIAL_UNAVAILABLE: 'The social network cannot be reached; try again later.',
} as const;

/** The name of a failure: stable, part of the interface. */
export type FailureCode = keyof typeof failures;

/** What helps besides the code: the fields at fault, the existing thing, seconds to wait. */
export interface FailureDetails {
  /** One sentence a field, by the name the caller used. */
  fields?: Record<string, string>;
  /** The thing that exists already. */
  existing?: { type: string; id: number };
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
}

/** An expected refusal, thrown by operations and readable by every face. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, message: string = failures[code], details: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Failure of validation: one sentence a field (decisions W19). `invalid('title', 'is too long')`. */
export function invalid(field: string, sentence: string): Failure {
  return new Failure('INVALID', `${field}: ${sentence}`, { fields: { [field]: sentence } });
}

/**
 * The results of all checks, by name. @throws Failure INVALID that names the fields of all that fail, one line each
 * (decisions W19, N13); whatever else a check throws
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

/** Codes of the operating system and of PostgreSQL for a disk, or a share of it, that is full. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

let diskFullAt = Number.NEGATIVE_INFINITY;

/** Milliseconds since something did not fit on a disk; infinite when everything has. */
export function sinceDiskFull(): number {
  return performance.now() - diskFullAt;
}

/** The failure of whatever does not fit on a disk; `/readyz` tells of it for a while. */
export function storageFull(): Failure {
  diskFullAt = performance.now();
  return new Failure('STORAGE_FULL', undefined, { retryAfter: 60 });
}

/** PostgreSQL's code for a row that refers to one that isn't there. */
const foreignKeyViolation = '23503';

/**
 * The failure that an error is; null for anything unexpected. A write that was overtaken by the deletion of what it
 * refers to (a post, a person) is refused by the database, and for the caller that thing is not there.
 */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (full.has(code)) return storageFull();
  return code === foreignKeyViolation ? new Failure('NOT_FOUND') : null;
}
