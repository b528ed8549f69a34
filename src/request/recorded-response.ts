import { ServerResponse } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { newRequestId, requestIdHeader } from '../platform/observability/request-record.ts';
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

/** Headers by their names, which are valid and not among those that the answer has otherwise. */
export type FurtherHeaders = Readonly<Record<string, string | number>>;

/** A response that has further headers. */
interface WithFurther {
  further: FurtherHeaders | undefined;
}

/**
 * Creates the class of the responses of the server. Every response has the id of its request and, except 304, `nosniff`,
 * whichever code writes it. A 304 has no content, and clients keep these headers of the answer that they have.
 */
export function recordedResponse({
  hsts,
  wwwAuthenticate,
  isRest = () => false,
}: CommonHeaders): typeof ServerResponse {
  const common: FurtherHeaders = {
    'X-Content-Type-Options': 'nosniff',
    ...(hsts === undefined ? {} : { 'Strict-Transport-Security': hsts }),
  };
  return class extends ServerResponse implements WithFurther {
    further: FurtherHeaders | undefined = undefined;

    // Node calls it for every answer, also where the code that answers does not. Headers that are given to it together
    // take half of the time of those that are set one by one.
    override writeHead(status: number, ...rest: unknown[]): this {
      const [message, headers] = typeof rest[0] === 'string' ? rest : [undefined, rest[0]];
      const given = Array.isArray(headers) ? pairsOf(headers) : (headers as FurtherHeaders | undefined);
      const all: Record<string, unknown> = { ...given, [requestIdHeader]: idOfRequest(this.req) ?? newRequestId() };
      if (status !== 304) Object.assign(all, common);
      if (wwwAuthenticate !== undefined && status === 401 && isRest(this.req.url ?? ''))
        all['WWW-Authenticate'] = wwwAuthenticate;
      Object.assign(all, this.further);
      const head = all as OutgoingHttpHeaders;
      return message === undefined ? super.writeHead(status, head) : super.writeHead(status, message as string, head);
    }
  } as unknown as typeof ServerResponse;
}

/** Sets further headers of a response, in place of those that were set in this way before. */
export function setFurther(response: ServerResponse, headers: FurtherHeaders): void {
  if ('further' in response) (response as WithFurther).further = headers;
  else for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** The headers of a flat array of names and values. */
function pairsOf(flat: readonly unknown[]): FurtherHeaders {
  const pairs: [string, string][] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([String(flat[at]), String(flat[at + 1])]);
  return Object.fromEntries(pairs);
}
