import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../platform/config.ts';
import { noteCaller } from '@runners/limits';
import { beginInTurn, boundRequests } from '../request/connections-per-address.ts';
import { crossOrigin } from './cross-origin.ts';

/** The listeners of the interfaces. */
interface Interfaces {
  rest: RequestListener;
  /** Whether a URL belongs to the REST interface. */
  isRest(url: string): boolean;
  graphql: {
    /** Whether a request can be answered without Express. */
    takes(request: IncomingMessage): boolean;
    handle(request: IncomingMessage, response: ServerResponse): void;
  };
  /** Express, which answers everything else. */
  app: RequestListener;
}

/** Answers `OPTIONS *`, which concerns the server and no resource of it (RFC 9110, section 9.3.7). */
function answerServer(response: ServerResponse): void {
  response.writeHead(200, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, QUERY, OPTIONS', 'Content-Length': 0 }).end();
}

/**
 * Answers each request by the interface that it is addressed to, with the headers for other origins and within the limits of its
 * address. The most frequent requests bypass Express.
 */
export function answerByInterface(
  { rest, isRest, graphql, app }: Interfaces,
  config: Pick<Config, 'corsOrigins' | 'trustProxy' | 'connectionsPerAddress'>,
  addressOf: (request: IncomingMessage) => string,
): RequestListener {
  const byInterface: RequestListener = (request, response) => {
    if (isRest(request.url ?? '')) rest(request, response);
    else if (graphql.takes(request)) graphql.handle(request, response);
    else app(request, response);
  };
  const shared = config.corsOrigins.length === 0 ? byInterface : crossOrigin(config.corsOrigins, byInterface, isRest);
  const bounded = config.trustProxy
    ? boundRequests(shared, config.connectionsPerAddress, addressOf)
    : beginInTurn(shared);
  return (request, response) => {
    // A request through a proxy may have the whole URL in place of the path (RFC 9112, 3.2.2).
    if (request.url === '*' && request.method === 'OPTIONS') return answerServer(response);
    if (request.url?.[0] !== '/') request.url = request.url?.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
    noteCaller(request, addressOf(request));
    bounded(request, response);
  };
}
