import { AnswerTooLarge, fetchJson } from './bounded-json.ts';
import type { JsonAnswer } from './bounded-json.ts';
import { SocialUnavailable } from './social-failures.ts';

/** Errors that occur before anything was sent. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends a GET request, or a POST request with a form.
 * @throws SocialUnavailable when there is no connection, no answer before the signal, or a body over 1 MiB
 */
export async function callSocial(url: URL, signal: AbortSignal, form?: URLSearchParams): Promise<JsonAnswer> {
  try {
    return await fetchJson(url, { ...(form ? { method: 'POST', body: form } : {}), signal });
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw new SocialUnavailable(false);
    // The original error is dropped, because it may contain the URL, which contains the token.
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw new SocialUnavailable(code !== undefined && unsent.has(code));
  }
}
