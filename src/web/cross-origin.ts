import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import cors from 'cors';
import { pointHeaders } from '../domain/rules/points.ts';
import { replayedHeader } from '../domain/idempotency/idempotency-key.ts';

/** What our answers say in headers that browsers keep from scripts of other origins unless they are named. */
const exposedHeaders = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Location',
  replayedHeader,
  'Retry-After',
  'X-Request-Id',
  ...pointHeaders,
];

/**
 * Lets scripts of other origins call the service (decisions W21).
 * @param origins `*` among them means any
 * @param tellsMethods whether OPTIONS of this URL is answered by the service itself, with `Allow`; for the others a browser's
 *   question before its request is answered here
 */
export function crossOrigin(
  origins: readonly string[],
  answer: RequestListener,
  tellsMethods: (url: string) => boolean,
): RequestListener {
  const share = cors<IncomingMessage>({
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders,
    preflightContinue: true,
  });
  return (request, response) =>
    share(request, response, () => {
      if (isPreflight(request) && !tellsMethods(request.url ?? '')) response.writeHead(204).end();
      else answer(request, response as ServerResponse<IncomingMessage> & { req: IncomingMessage });
    });
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
