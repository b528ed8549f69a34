import { base } from '../../rest-compat/uris.ts';

/** A call of the REST interface, as an app sends it. */
export interface RestCall {
  method: string;
  /** Path and query, beginning with `/api/v1`. */
  url: string;
  /** The headers by their names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Thrown for a text from which no call can be read. The message is a sentence for the person who wrote it. */
export class UnreadableCall extends Error {}

/** A call that was read, and that the interface refuses, or does not have. */
export class RefusedCall extends UnreadableCall {
  /** With which status the interface refuses it. */
  readonly status: number;
  /** `no such` path or method; `refused` if there is a row for it; `no operation` if it is answered, and tells about the interface itself. */
  readonly what: 'no such' | 'refused' | 'no operation';

  constructor(status: number, what: RefusedCall['what'], message: string) {
    super(message);
    this.status = status;
    this.what = what;
  }
}

/** The path and query of an address of the interface on any host. @throws UnreadableCall for any other address */
export function restUrl(address: string): string {
  const withHost = /^https?:\/\//i.test(address) ? address : address.replace(/^[^/?#]*(?=\/)/, 'http://localhost');
  const read = URL.parse(withHost, 'http://localhost');
  if (!read) throw new UnreadableCall(`This is not a URL: ${shortened(address)}`);
  const { pathname, search } = read;
  if (pathname !== base && !pathname.startsWith(`${base}/`))
    throw new UnreadableCall(`The path does not begin with ${base}/: ${shortened(pathname)}`);
  return pathname + search;
}

/** At most 100 characters of a text that is repeated in a sentence. */
export function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
