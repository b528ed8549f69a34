import { ServerResponse } from 'node:http';
import { newRequestId, requestIdHeader } from '../platform/observability/request-ids.ts';
import { idOfRequest } from './record.ts';

/** Headers of every answer, in addition to the id of its request. */
export interface CommonHeaders {
  /** The value of Strict-Transport-Security, or undefined if it is not sent. */
  hsts?: string | undefined;
  /** The value of `WWW-Authenticate` of each 401 of the REST interface, or undefined if it is not sent (decisions P31). */
  wwwAuthenticate?: string | undefined;
  /** Whether a URL is one of the REST interface. */
  isRest?: (url: string) => boolean;
}

/** A response that has headers as text, besides those that are set or given to `writeHead`. */
export interface WithLines {
  lines: string;
}

/** The response of Node, with the method that writes its headers as text. */
type NodeResponse = ServerResponse & {
  /** @param firstLine the status line with its line break @param headers those of `writeHead`, or all that were set one by one */
  _storeHeader(firstLine: string, headers: unknown): void;
};
const NodeResponse = ServerResponse as unknown as new (
  ...given: ConstructorParameters<typeof ServerResponse>
) => NodeResponse;

/**
 * Creates the class of the responses of the server. Every response has the id of its request and, except 304, `nosniff`,
 * whichever code writes it. A 304 has no content, and clients keep these headers of the answer that they have.
 */
export function recordedResponse({
  hsts,
  wwwAuthenticate,
  isRest = () => false,
}: CommonHeaders): typeof ServerResponse & { prototype: Pick<NodeResponse, '_storeHeader'> } {
  const common = `X-Content-Type-Options: nosniff\r\n${hsts === undefined ? '' : `Strict-Transport-Security: ${hsts}\r\n`}`;
  const challenge = wwwAuthenticate === undefined ? '' : `WWW-Authenticate: ${wwwAuthenticate}\r\n`;
  return class extends NodeResponse implements WithLines {
    lines = '';

    override _storeHeader(firstLine: string, headers: unknown): void {
      const id = idOfRequest(this.req) ?? newRequestId();
      const always = `${requestIdHeader}: ${id}\r\n${this.statusCode === 304 ? '' : common}`;
      const isChallenged = challenge !== '' && this.statusCode === 401 && isRest(this.req.url ?? '');
      super._storeHeader(firstLine + always + (isChallenged ? challenge : '') + this.lines, headers);
    }
  } as unknown as ReturnType<typeof recordedResponse>;
}

/**
 * Sets further headers of a response, in place of those that were set in this way before. Node examines each name and value that it
 * is given. These are written as they are, which costs a tenth of that (docs/observability.md#what-it-costs), so they must be
 * valid, and not among the other headers.
 * @param lines each ends with a line break
 */
export function setLines(response: ServerResponse, lines: string): void {
  if ('lines' in response) (response as WithLines).lines = lines;
  else for (const [name, value] of pairsOf(lines)) response.setHeader(name, value);
}

/** The names and values of headers in lines. */
function pairsOf(lines: string): [name: string, value: string][] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      const end = line.indexOf(': ');
      return [line.slice(0, end), line.slice(end + 2)];
    });
}
