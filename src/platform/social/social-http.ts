import { AnswerTooLarge, fetchJson } from './bounded-json.ts';
import type { JsonAnswer } from './bounded-json.ts';
import { SocialUnavailable } from './social-failures.ts';

/** Errors that come before anything was sent. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * One call: a GET, or a POST of a form.
 * @throws SocialUnavailable when there is no connection, no answer before the signal, or a body over 1 MiB
 */
export async function callSocial(url: URL, signal: AbortSignal, form?: URLSearchParams): Promise<JsonAnswer> {
  try {
    return await fetchJson(url, { ...(form ? { method: 'POST', body: form } : {}), signal });
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw new SocialUnavailable(false);
    // The error itself is dropped: it may name the address, and the address has the token.
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw new SocialUnavailable(code !== undefined && unsent.has(code));
  }
}
