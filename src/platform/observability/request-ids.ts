import { randomBytes } from 'node:crypto';

/** The header that carries the id of a request, in both directions. */
export const requestIdHeader = 'X-Request-Id';

/** What an id of a caller may consist of: what UUIDs, ULIDs, base64 and the ids of proxies do, and no e-mail address. */
const wellFormed = /^[\w.:+/=-]{1,100}$/;

/** The beginning of the ids of this process, which no other process has. */
const prefix = `${randomBytes(6).toString('hex')}-`;
let last = 0;

/** An id for a request that brings none: unique over all processes, and no secret. It costs as much as counting. */
export function newRequestId(): string {
  return prefix + (++last).toString(36);
}

/** The id that a request brings in its header when it is well-formed, or a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && wellFormed.test(header) ? header : newRequestId();
}
