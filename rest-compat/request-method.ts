import type { IncomingMessage } from 'node:http';
import type { PlainAnswer } from './errors.ts';

/** The methods that the override header may name. */
const overridable = new Set(['PATCH', 'PUT', 'DELETE']);

/** The effective method of a request. The override header of a POST may name another one (decisions W14). */
export function methodOf(request: Pick<IncomingMessage, 'method' | 'headers'>): string {
  const { method = 'GET' } = request;
  if (method !== 'POST') return method;
  const header = request.headers['x-http-method-override'];
  if (header === undefined) return method;
  // Node joins a header that was sent twice with commas. The same method twice is that method.
  const [override = '', ...others] = new Set(
    String(header)
      .split(',')
      .map((method) => method.trim().toUpperCase()),
  );
  return overridable.has(override) && others.length === 0 ? override : 'unknown';
}

/** Whether a request only reads. */
export function isRead({ method }: Pick<IncomingMessage, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * The answer to a method that a path does not have. OPTIONS is answered with 200 (decisions W21).
 * @param methods the methods of the path
 */
export function noSuchMethod(method: string, methods: string[]): PlainAnswer {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  return { status: method === 'OPTIONS' ? 200 : 405, headers: { Allow: allowed } };
}
