import { errorCodes } from '../../src/errors.ts';
import type { FailureCode } from '../../src/errors.ts';
import { httpForms } from '../errors.ts';
import { mediaType } from '../formats/formats.ts';
import { reference } from './json-schema.ts';
import type { Json } from './json-schema.ts';

/** Failures by their codes, with the sentences that state when they occur. */
type Failures = Partial<Record<FailureCode, string>>;

/** Failures that any row can answer. */
const everywhere = [
  'MALFORMED',
  'TOO_COSTLY',
  'SUSPENDED',
  'RATE_LIMITED',
  'BUSY',
  'UNAVAILABLE',
  'RETIRED',
  'BROWNOUT',
] as const;
/** Failures of rows that need a key. */
const withKey = ['UNAUTHENTICATED', 'INVALID_KEY', 'KEY_EXPIRED', 'INSUFFICIENT_SCOPE'] as const;
/** Failures of rows that write. */
const writing = [
  'INVALID',
  'TOO_LARGE',
  'BODY_TOO_SLOW',
  'STORAGE_FULL',
  'OUTCOME_UNKNOWN',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_ANSWER_TOO_LARGE',
  'IDEMPOTENCY_KEYS_EXHAUSTED',
] as const;

/** Texts that are no failures of an operation. */
const text = { 'text/plain': { schema: { type: 'string' } } };
const others: Readonly<Record<string, Json>> = {
  415: {
    description:
      'The body has a content type or a content encoding that is not accepted here. The text lists those that are.',
    headers: {
      'Accept-Encoding': { schema: { type: 'string' }, description: 'The content encodings that are accepted.' },
    },
    content: text,
  },
  500: { description: 'A fault of the service. `X-Request-Id` names the line of its log.', content: text },
};

const all = [...new Set([...everywhere, ...withKey, ...writing])];
const sentences = (codes: readonly FailureCode[]): Failures =>
  Object.fromEntries(codes.map((code) => [code, errorCodes[code]]));

/** The names of the responses that rows share, by status. */
const shared: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'BodyTooSlow',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'UnsupportedType',
  422: 'KeyReused',
  429: 'TooManyRequests',
  500: 'Fault',
  503: 'Unavailable',
  507: 'StorageFull',
};

/** The responses that rows share, and the one for methods that a path does not have. */
export const sharedResponses: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(Object.entries(others).map(([status, response]) => [shared[status], response])),
  ...Object.fromEntries(
    Object.entries(byStatus(sentences(all))).map(([status, failures]) => [shared[status], response(status, failures)]),
  ),
  NotModified: {
    description: '`If-None-Match` names the content. The body is empty, and headers of the content are left out.',
    headers: { ETag: reference('headers', 'ETag'), 'RateLimit-Remaining': reference('headers', 'RateLimitRemaining') },
  },
  NoSuchMethod: {
    description: 'The path does not have this method. The body is empty.',
    headers: { Allow: { required: true, schema: { type: 'string' }, description: 'The methods of the path.' } },
  },
};

/**
 * What rows of a method answer when they refuse a request, by status.
 * @param isOpen whether they need no key
 * @param errors the failures that only these rows have
 */
export function failureResponses(method: string, isOpen: boolean, errors: Failures = {}): Record<string, Json> {
  const writes = method !== 'get';
  const general = [...everywhere, ...(isOpen ? [] : withKey), ...(writes ? writing : [])];
  const own = new Set([...Object.keys(byStatus(errors)), ...(isOpen ? ['401'] : [])]);
  const responses: Record<string, Json> = {};
  for (const [status, failures] of Object.entries(byStatus({ ...sentences(general), ...errors })))
    responses[status] = own.has(status) ? response(status, failures) : sharedResponse(status);
  for (const status of Object.keys(others)) if (writes || status !== '415') responses[status] = sharedResponse(status);
  return responses;
}

function sharedResponse(status: string): Json {
  return reference('responses', shared[status] as string);
}

function byStatus(failures: Failures): Record<string, Failures> {
  const groups: Record<string, Failures> = {};
  for (const [code, when] of Object.entries(failures)) {
    const { status } = httpForms[code as FailureCode];
    (groups[status] ??= {})[code as FailureCode] = when;
  }
  return groups;
}

function response(status: string, failures: Failures): Json {
  const forms = Object.keys(failures).map((code) => httpForms[code as FailureCode].body);
  const schemas = [...new Set(forms.flatMap((form) => (typeof form === 'string' ? [] : [schemaOf(form)])))].map(
    (name) => reference('schemas', name),
  );
  const content = {
    ...(forms.includes('text') ? text : {}),
    ...(schemas.length > 0 ? { [mediaType('json')]: { schema: schemas[1] ? { anyOf: schemas } : schemas[0] } } : {}),
  };
  const isEmpty = forms.includes('empty');
  const headers = {
    ...(['409', '429', '503'].includes(status) ? { 'Retry-After': reference('headers', 'RetryAfter') } : {}),
    ...('WORKOUT_EXISTS' in failures || 'FRIENDSHIP_EXISTS' in failures
      ? { Location: { schema: { type: 'string' }, description: 'What already exists.' } }
      : {}),
  };
  return {
    description: Object.entries(failures)
      .map(([code, when]) => `- \`${code}\`${formText(code as FailureCode)}: ${when}`)
      .join('\n'),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(Object.keys(content).length > 0 ? { content } : {}),
    // OpenAPI cannot express that some answers of a status have no body.
    ...(isEmpty && Object.keys(content).length > 0 ? { 'x-may-be-empty': true } : {}),
  };
}

function formText(code: FailureCode): string {
  const { body } = httpForms[code];
  if (body === 'empty') return ' (no body)';
  if (body === 'text') return '';
  return ` (code ${'code' in body ? body.code : body.codeAndMessage})`;
}

type CodedForm = Exclude<(typeof httpForms)[FailureCode]['body'], string>;

/** The name of the schema of an error with a code. */
function schemaOf(form: CodedForm): string {
  return `Error${'code' in form ? form.code : form.codeAndMessage}`;
}

/** The schemas of the errors that have a code. */
export const errorSchemas: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.values(httpForms).flatMap(({ body }) =>
    typeof body === 'string' ? [] : [[schemaOf(body), errorSchema(body)]],
  ),
);

function errorSchema(form: CodedForm): Json {
  const message = { type: 'string', description: 'A sentence for people.' };
  if ('codeAndMessage' in form)
    return {
      type: 'array',
      prefixItems: [{ const: form.codeAndMessage }, message],
      items: { not: {} },
      minItems: 2,
      maxItems: 2,
    };
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { const: form.code }, message },
    additionalProperties: false,
  };
  return { type: 'object', required: ['error'], properties: { error }, additionalProperties: false };
}
