import type { RequestHandler } from 'express';
import { preparingRetryAfter, preparingSentence } from '../domain/taking-over/preparing.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses forms of pages and uploads while a takeover is being prepared (decisions P29). Mutations of both interfaces are refused
 * where they are executed.
 * @param interfaces the beginnings of the paths of the interfaces
 */
export function refuseWhilePreparing(isPreparing: () => boolean, interfaces: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (!isPreparing() || reading.has(request.method) || interfaces.some((path) => request.path.startsWith(path)))
      return next();
    response
      .status(503)
      .set({ 'Retry-After': String(preparingRetryAfter), 'Cache-Control': 'no-store' })
      .type('text/plain')
      .send(`${preparingSentence}\n`);
  };
}
