import { SocialUnavailable } from './social-failures.ts';

/** Largest answer that is read, after decompression. */
const mostBytes = 1024 * 1024;
/** Errors that come before anything was sent. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** An answer of the network: its JSON, of whatever status. Redirects are not followed. */
export interface SocialAnswer {
  status: number;
  /** Undefined when the body is no JSON. */
  value: unknown;
}

/**
 * One call: a GET, or a POST of a form.
 * @throws SocialUnavailable when there is no connection, no answer before the signal, or a body over 1 MiB
 */
export async function callSocial(url: URL, signal: AbortSignal, form?: URLSearchParams): Promise<SocialAnswer> {
  try {
    const headers = { Accept: 'application/json' };
    const request = form ? { method: 'POST', body: form } : {};
    const response = await fetch(url, { ...request, headers, redirect: 'manual', signal });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    // Leaving the loop by an error closes the connection.
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new SocialUnavailable(false);
      chunks.push(chunk);
    }
    return { status: response.status, value: jsonOf(Buffer.concat(chunks).toString()) };
  } catch (error) {
    if (error instanceof SocialUnavailable) throw error;
    // The error itself is dropped: it may name the address, and the address has the token.
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw new SocialUnavailable(code !== undefined && unsent.has(code));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
