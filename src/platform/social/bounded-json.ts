/** The largest answer of another service that is read, in bytes after decompression. */
const mostBytes = 1024 * 1024;

/** Thrown for an answer of more than `mostBytes`. */
export class AnswerTooLarge extends Error {}

/** The answer of another service, with its JSON, for any status. */
export interface JsonAnswer {
  status: number;
  /** Undefined when the body is not JSON. */
  value: unknown;
}

/**
 * Sends a request to another service. Redirects are not followed and are returned with their status.
 * @throws AnswerTooLarge; an error of `fetch` when there is no connection or no complete answer before the signal
 */
export async function fetchJson(url: URL, init: RequestInit & { signal: AbortSignal }): Promise<JsonAnswer> {
  const headers = { Accept: 'application/json', ...init.headers };
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // An error that leaves the loop closes the connection.
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
