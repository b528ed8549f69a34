/** Largest answer of another service that is read, after decompression. */
const mostBytes = 1024 * 1024;

/** An answer over `mostBytes`. */
export class AnswerTooLarge extends Error {}

/** An answer of another service: its JSON, of whatever status. */
export interface JsonAnswer {
  status: number;
  /** Undefined when the body is no JSON. */
  value: unknown;
}

/**
 * One call to another service. Redirects are not followed: they are answers with their own status.
 * @throws AnswerTooLarge; what `fetch` throws when there is no connection or no whole answer before the signal
 */
export async function fetchJson(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<JsonAnswer> {
  const headers = { Accept: 'application/json', ...init.headers };
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop by an error closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new AnswerTooLarge(`more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, value: jsonOf(Buffer.concat(chunks).toString()) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
