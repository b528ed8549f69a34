import type { IncomingMessage } from 'node:http';

/** The client's network address: the last hop that X-Forwarded-For names when a proxy in front is trusted. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim();
  return last || (request.socket.remoteAddress ?? 'unknown');
}
