import { fieldsOf } from '../src/errors.ts';
import type { Failure, FailureCode } from '../src/errors.ts';
import type { NodeType } from '../schema/global-id.ts';
import type { Resource } from './uris.ts';
import { uri } from './uris.ts';

/** The HTTP form of a failure (interface, Errors; decisions W19). */
interface HttpForm {
  status: number;
  /** `empty`, `text` with one line for each field, a JSON object with a code, or a JSON pair of strings. */
  body: 'empty' | 'text' | { code: string } | { codeAndMessage: string };
}

/** The HTTP form of each failure. The compiler ensures that the table is complete. */
export const httpForms: Record<FailureCode, HttpForm> = {
  UNAUTHENTICATED: { status: 401, body: 'empty' },
  INVALID_KEY: { status: 401, body: 'empty' },
  KEY_EXPIRED: { status: 401, body: 'empty' },
  INSUFFICIENT_SCOPE: { status: 403, body: 'text' },
  TOO_MANY_KEYS: { status: 400, body: 'text' },
  WRONG_PASSWORD: { status: 400, body: { code: '100' } },
  OLD_PASSWORD_MISMATCH: { status: 400, body: { code: '100' } },
  SUSPENDED: { status: 401, body: 'text' },
  EMAIL_TAKEN: { status: 400, body: 'text' },
  EMAIL_UNKNOWN: { status: 400, body: { code: '109' } },
  RATE_LIMITED: { status: 429, body: 'text' },
  INVALID: { status: 400, body: 'text' },
  MALFORMED: { status: 400, body: 'text' },
  TOO_LARGE: { status: 413, body: 'text' },
  BODY_TOO_SLOW: { status: 408, body: 'text' },
  BUSY: { status: 503, body: 'text' },
  TOO_COSTLY: { status: 400, body: 'text' },
  NOT_FOUND: { status: 404, body: 'empty' },
  NOT_YOURS: { status: 401, body: 'empty' },
  NOT_STAFF: { status: 401, body: 'empty' },
  WORKOUT_EXISTS: { status: 400, body: { codeAndMessage: '206' } },
  FRIENDSHIP_EXISTS: { status: 400, body: { code: '202' } },
  NEWER_MESSAGES: { status: 409, body: 'text' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, body: 'text' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, body: 'text' },
  IDEMPOTENCY_ANSWER_TOO_LARGE: { status: 409, body: 'text' },
  IDEMPOTENCY_KEYS_EXHAUSTED: { status: 429, body: 'text' },
  UNPROVEN: { status: 400, body: 'text' },
  BLOCKED: { status: 400, body: 'text' },
  CURSOR_EXPIRED: { status: 410, body: 'text' },
  TOO_SLOW: { status: 503, body: 'text' },
  UNAVAILABLE: { status: 503, body: 'text' },
  OUTCOME_UNKNOWN: { status: 503, body: 'text' },
  STORAGE_FULL: { status: 507, body: 'text' },
  RETIRED: { status: 410, body: 'text' },
  BROWNOUT: { status: 503, body: 'text' },
  SOCIAL_OFF: { status: 400, body: 'text' },
  SOCIAL_TOKEN_REJECTED: { status: 400, body: 'text' },
  SOCIAL_UNAVAILABLE: { status: 503, body: 'text' },
};

const resources: Partial<Record<NodeType, Resource>> = { Workout: 'workout', Friendship: 'friendship' };

/** A response without a wire value: an error, or a response of the router itself. */
export interface PlainAnswer {
  status: number;
  /** The failure that it reports, about which there is a page. */
  code?: FailureCode;
  contentType?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Path of the resource that already exists, which is sent as an absolute `Location`. */
  location?: string;
}

/** A response with a sentence in plain text. */
export function sentence(status: number, text: string, headers?: Record<string, string>): PlainAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: text, ...(headers ? { headers } : {}) };
}

/** The HTTP response to a failure. */
export function answerTo(failure: Failure): PlainAnswer {
  const { status, body } = httpForms[failure.code];
  const { existing, retryAfter } = failure.details;
  const resource = existing && resources[existing.type as NodeType];
  return {
    status,
    code: failure.code,
    ...bodyOf(failure, body),
    ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }),
    ...(existing && resource ? { location: uri(resource, existing.id) } : {}),
  };
}

function bodyOf(failure: Failure, body: HttpForm['body']): { contentType?: string; body?: string } {
  if (body === 'empty') return {};
  if (body === 'text') return { contentType: 'text/plain; charset=utf-8', body: textOf(failure) };
  const value =
    'codeAndMessage' in body
      ? [body.codeAndMessage, failure.message]
      : { error: { code: body.code, message: failure.message } };
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** Fields that have another name in the interface. */
const names: Readonly<Record<string, string>> = { recipientIds: 'recipients' };

/** The name of a field in the interface: `runDate` is `run_date`. */
function wireName(field: string): string {
  return names[field] ?? field.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The text of a failure: one line for each field, with its name in the interface. */
export function textOf(failure: Failure): string {
  const fields = fieldsOf(failure);
  if (!fields) return failure.message;
  return Object.entries(fields)
    .map(([field, text]) => `${wireName(field)}: ${text}`)
    .join('\n');
}
