/** A refusal of the service. */
export class Refused extends Error {
  readonly code: string;

  constructor({ message, extensions }: ServiceError) {
    super(message);
    this.code = extensions?.code ?? '';
  }
}

interface ServiceError {
  message: string;
  extensions?: { code?: string };
}

const keyName = 'import:key';
/** The interface, beside this module as it is beside the page behind any proxy. */
const graphql = new URL('../../graphql', import.meta.url).href;

/** The key of the link that led here (`#key=…`), which is then no longer in the address; it is kept until the tab is closed. */
export function takeKey(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given) {
    sessionStorage.setItem(keyName, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(keyName);
}

/** Forgets a key that signs nobody in any more. */
export function dropKey(): void {
  sessionStorage.removeItem(keyName);
}

/** Executes a document with the key. @throws Refused */
export async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${takeKey()}` };
  const answer = await fetch(graphql, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await answer.json()) as { data?: Data | null; errors?: ServiceError[] };
  const [error] = errors ?? [];
  if (error || !data) throw new Refused(error ?? { message: 'The service did not answer.' });
  return data;
}

/**
 * Sends an archive to its URL, by the host of this page.
 * @param cancelled ends it
 * @param sent is called with how much is sent, from 0 to 1
 * @throws Error with the sentence of the service, and when it is cancelled
 */
export function send(
  uploadUrl: string,
  archive: Blob,
  cancelled: AbortSignal,
  sent: (part: number) => void,
): Promise<void> {
  const { pathname, search } = new URL(uploadUrl);
  cancelled.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => sent(loaded / total));
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')));
    request.addEventListener('abort', () => reject(new Error('It was cancelled.')));
    request.addEventListener('load', () =>
      request.status === 204 ? resolve() : reject(new Error(request.responseText)),
    );
    cancelled.addEventListener('abort', () => request.abort());
    request.open('PUT', pathname + search);
    request.send(archive);
  });
}
