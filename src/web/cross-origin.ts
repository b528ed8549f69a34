import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import cors from 'cors';
import { pointHeaders } from '../domain/rules/request-cost.ts';
import { replayedHeader } from '../domain/idempotency/idempotency-key.ts';

/** Response headers that browsers hide from scripts of other origins unless they are listed. */
const exposedHeaders = [
  'Accept-Query',
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'GraphQL-Document-Id',
  'Link',
  'Location',
  replayedHeader,
  'Retry-After',
  'Sunset',
  'X-Request-Id',
  ...pointHeaders,
];

/**
 * Allows scripts of other origins to call the service (decisions W21).
 * @param origins the allowed origins; `*` among them allows any
 * @param tellsMethods whether the service itself answers OPTIONS of this URL, with `Allow`; preflight requests to other
 * URLs are answered here
 */
export function crossOrigin(
  origins: readonly (string | RegExp)[],
  answer: RequestListener,
  tellsMethods: (url: string) => boolean,
): RequestListener {
  const share = cors<IncomingMessage>({
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders,
    methods: ['GET', 'HEAD', 'POST', 'QUERY', 'PUT', 'PATCH', 'DELETE'],
    preflightContinue: true,
  });
  // Answers of the demo to its own pages and to programs stay as they are everywhere else, without `Vary: Origin`.
  const isDemo = origins.every((origin) => origin instanceof RegExp);
  return (request, response) => {
    if (isDemo && request.headers.origin === undefined)
      return answer(request, response as ServerResponse<IncomingMessage> & { req: IncomingMessage });
    return share(request, response, () => {
      if (isPreflight(request) && !tellsMethods(request.url ?? '')) response.writeHead(204).end();
      else answer(request, response as ServerResponse<IncomingMessage> & { req: IncomingMessage });
    });
  };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
