import { randomBytes } from 'node:crypto';

/** The header that carries the id of a request, in both directions. */
export const requestIdHeader = 'X-Request-Id';

/** The characters of an accepted id: those of UUIDs, ULIDs, base64 and the ids of proxies, but not those of e-mail addresses. */
const wellFormed = /^[\w.:+/=-]{1,100}$/;

/** The prefix of the ids of this process, which is unique among all processes. */
const prefix = `${randomBytes(6).toString('hex')}-`;
let last = 0;

/** Generates an id for a request without one. It is unique among all processes and not a secret. */
export function newRequestId(): string {
  return prefix + (++last).toString(36);
}

/** Returns the id in the header of a request if it is accepted, and otherwise a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && wellFormed.test(header) ? header : newRequestId();
}
