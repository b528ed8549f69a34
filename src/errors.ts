/**
 * All failures whose reason the caller can understand, by name. GraphQL shows the name as `extensions.code`, and
 * `rest-compat/errors.ts` states the HTTP form of each. Messages are complete sentences for people.
 */
const failures = {
  UNAUTHENTICATED: 'Sign in first: send an API key as `Authorization: Bearer <key>`.',
  INVALID_KEY:
    'This API key does not sign in: it is wrong, was revoked, or was not sent as `Authorization: Bearer <key>`.',
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
  UNPROVEN: 'Verify your e-mail address first: request a password mail and open its link.',
  BLOCKED: 'You cannot write to this person.',
  CURSOR_EXPIRED: 'What happened after this cursor is no longer kept: fetch again, and subscribe with a new cursor.',
  TOO_SLOW: 'Too many events wait to be read: subscribe again after the last cursor you have.',
  UNAVAILABLE: 'The service cannot do this right now; try again soon.',
  OUTCOME_UNKNOWN:
    'The service could not confirm that the change was saved. Check whether it was before you send the request again.',
  STORAGE_FULL: 'There is no room to store this right now; try again later.',
  RETIRED: 'This was switched off.',
  BROWNOUT: 'This is switched off for a while, because it will be switched off for good.',
  SOCIAL_OFF: 'Signing in with a social network is not offered here.',
  SOCIAL_TOKEN_REJECTED: 'The social network does not accept this token: sign in there again.',
  SOCIAL_UNAVAILABLE: 'The social network cannot be reached; try again later.',
} as const;

/** The name of a failure: stable, part of the interface. */
export type FailureCode = keyof typeof failures;

/** Failures of the service itself, which pass: what was paid ahead is given back, and a job is tried again. */
export const serviceFailures: ReadonlySet<FailureCode> = new Set(['UNAVAILABLE', 'BUSY', 'STORAGE_FULL']);

/** Further errors, which only GraphQL reports: faults of the service, limits of documents, and what GraphQL itself refuses. */
const graphqlErrors = {
  INTERNAL: 'Something went wrong on our side.',
  TOO_MANY_SUBSCRIPTIONS: 'You have as many subscriptions as are accepted at a time: end one first.',
  TOO_DEEP: 'The document is nested too deeply: ask for the inner objects with further queries.',
  TOO_MANY_TOKENS: 'The document has too many tokens: send values as variables, and ask for less at once.',
  TOO_MANY_ALIASES: 'The document has too many aliases: ask for many objects with `nodes`.',
  TOO_MANY_DIRECTIVES: 'The document has too many directives.',
  TOO_MANY_FIELDS: 'The document takes too long to check.',
  DOCUMENT_TOO_LONG: 'The document has too many characters: send long values as variables.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not match the schema.',
  OPERATION_RESOLUTION_FAILURE: 'The document has no operation of this name, or several and none was named.',
  PERSISTED_QUERY_NOT_FOUND: 'No document with this hash is known: send its text as well.',
  DOCUMENT_NOT_REGISTERED: 'Only registered documents are accepted here, and this is none of them.',
  BAD_REQUEST: 'The request is not one of GraphQL over HTTP, or asks for what this address does not offer.',
} as const;

/** The codes of errors that this service reports over GraphQL. */
export type ErrorCode = FailureCode | keyof typeof graphqlErrors;

/** All codes with their sentences, for the enum of the schema. */
export const errorCodes: Readonly<Record<ErrorCode, string>> = { ...failures, ...graphqlErrors };

/** What can be wrong with a field of an input: `extensions.fieldCodes` of GraphQL (decisions Q2). */
export const violationCodes = {
  REQUIRED: 'It is missing, null or empty.',
  TOO_SHORT: 'The text or list is too short.',
  TOO_LONG: 'The text, file or list is too long.',
  OUT_OF_RANGE: 'The number, date or time does not lie within its bounds.',
  MALFORMED: 'It does not have the form of its kind, such as an e-mail address, a date, a cursor or a file.',
  WRONG_TYPE: 'It is a value of another type, such as a text in place of a number.',
  UNKNOWN_FIELD: 'The input has no such field.',
  UNKNOWN_VALUE: 'It is none of the values that are accepted.',
  BAD_CHARACTERS: 'The text contains characters that are not accepted.',
  TOO_COMMON: 'The password is one of those that are tried first.',
  WRONG_ID: 'It is not an id of the kind of object that is asked for.',
  NOT_FOUND: 'There is nothing with this id or token, or you may not see it.',
  NOT_TOGETHER: 'It cannot be combined with another field.',
  NOT_POSSIBLE: 'It is well formed, but what it asks for is not possible here.',
} as const;
export type ViolationCode = keyof typeof violationCodes;

/** What is wrong with one field of an input. */
export interface Violation {
  /** The name that the caller used, with the position inside of it: `title`, `points[3].lat`. */
  path: string;
  code: ViolationCode;
  /** A sentence whose subject is the field: "must not be empty". */
  sentence: string;
}

/** Where the pages about codes are. */
export const errorsPath = '/errors';

/** The address of the page about a code. @param publicUrl the base of absolute URLs */
export function documentationOf(publicUrl: string, code: ErrorCode): string {
  return `${publicUrl}${errorsPath}/${code}`;
}

/** The `extensions` of a GraphQL error with this code, and further values. */
export function extensionsOf(code: ErrorCode, further: object = {}): { code: ErrorCode } {
  return { code, ...further };
}

/** Details besides the code: the invalid fields, the existing object, the seconds to wait. */
export interface FailureDetails {
  /** What is wrong with each field. */
  violations?: readonly Violation[];
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

/**
 * A failure of validation, with one sentence for each field (decisions W19). `invalid('title', 'is too long', 'TOO_LONG')`.
 */
export function invalid(field: string, sentence: string, code: ViolationCode = 'NOT_POSSIBLE'): Failure {
  return invalidFields([{ path: field, code, sentence }]);
}

/** A failure that names several fields, one line each. */
export function invalidFields(violations: readonly Violation[]): Failure {
  const lines = violations.map(({ path, sentence }) => `${path}: ${sentence}`);
  return new Failure('INVALID', lines.join('\n'), { violations });
}

/** The sentences of a failure by the names of the fields; undefined when it names none. */
export function fieldsOf({ details: { violations } }: Failure): Record<string, string> | undefined {
  return violations && Object.fromEntries(violations.map(({ path, sentence }) => [path, sentence]));
}

/** Checks of an input by the names of its fields. Each returns the value in the form in which it is stored. */
export type Checks = Record<string, () => unknown>;
type Checked<All extends Checks> = { [Name in keyof All]: ReturnType<All[Name]> };

/**
 * Runs all checks and returns their results by name. @throws Failure INVALID with the fields of all checks that fail,
 * one line each (decisions W19, Q2); any other error of a check
 */
export function together<All extends Checks>(checks: All): Checked<All> {
  const results: Record<string, unknown> = {};
  const faults = faultsOf(checks, (name, value) => (results[name] = value));
  if (faults.length > 0) throw invalidFields(faults);
  return results as Checked<All>;
}

/** What all checks find that is not valid, each field once. @throws any other error of a check */
export function faultsOf(checks: Checks, keep: (name: string, value: unknown) => void = () => {}): Violation[] {
  const found = new Map<string, Violation>();
  for (const [name, check] of Object.entries(checks))
    try {
      keep(name, check());
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'INVALID') throw error;
      for (const violation of error.details.violations ?? []) found.set(violation.path, violation);
    }
  return [...found.values()];
}

/** The codes of the operating system and of PostgreSQL for a disk that is full or read-only, or an exhausted quota. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', '53100']);

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
