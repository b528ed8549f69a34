import type { IncomingMessage } from 'node:http';

/** Whose work something is: a person, and the address from which it comes. */
export interface Caller {
  /** The id of a user, or the address without one. */
  readonly person: string;
  /** An IPv4 address, or the first 64 bits of an IPv6 one. */
  readonly address: string;
}

/** A caller of whom only an address, or only the id of a user, counts. */
export function callerNamed(name: string): Caller {
  return { person: name, address: name };
}

const noted = Symbol('caller');
type NotedRequest = IncomingMessage & { [noted]?: Caller };

/** Notes who sends a request: first its address, and later its user. */
export function noteCaller(request: IncomingMessage, address: string, person: string = address): void {
  (request as NotedRequest)[noted] = { person, address };
}

/** Who sends a request, as far as it is known. @param person whom a signed URL names */
export function senderOf(request: IncomingMessage, person?: string): Caller {
  const address = request.socket?.remoteAddress ?? 'unknown';
  const known = (request as NotedRequest)[noted] ?? { person: address, address };
  return person === undefined ? known : { person, address: known.address };
}

/** The addresses that one organization has for sure: the /24 of an IPv4 address, and the /48 of an IPv6 one. */
export function networkOf(address: string): string {
  const end = address.lastIndexOf('.');
  if (end >= 0) return address.slice(0, end);
  return address.split(':', 3).join(':');
}
