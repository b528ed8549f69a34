import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/**
 * The network address of a caller for rate limits (decisions W23): the last hop in X-Forwarded-For if a proxy in front
 * of the service is trusted, and otherwise the remote address of the connection. IPv6 addresses are reduced to their
 * first 64 bits, which belong to one customer.
 */
function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  if (forwarded === undefined) return otherEnd(request.socket);
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').at(-1);
  return readAddress(last ?? '') ?? otherEnd(request.socket);
}

/** The remote addresses of connections, which carry many requests. */
const known = new WeakMap<Socket, string>();

/** The address of the other end of a connection, in the form in which addresses are counted. */
export function otherEnd(socket: Socket): string {
  let address = known.get(socket);
  if (address === undefined) known.set(socket, (address = readAddress(socket.remoteAddress ?? '') ?? 'unknown'));
  return address;
}

/**
 * Returns `clientAddress` according to the configuration. It logs a warning once if there seems to be a proxy that is
 * not configured.
 */
export function makeAddressOf(trustProxy: boolean, log: Pick<Logger, 'warn'>): (request: IncomingMessage) => string {
  let seenProxy = trustProxy;
  return (request) => {
    if (!seenProxy && request.headers['x-forwarded-for'] !== undefined) {
      seenProxy = true;
      log.warn(
        'X-Forwarded-For comes while TRUST_PROXY is off: behind a proxy all clients share the limits of one address',
      );
    }
    return clientAddress(request, trustProxy);
  };
}

/**
 * `192.0.2.1`, `192.0.2.1:5555`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`, with spaces around, as an IPv4 address
 * or the first 64 bits of an IPv6 one; undefined when it is none.
 */
function readAddress(text: string): string | undefined {
  const written = text.trim().replace(/^"(.*)"$/, '$1');
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const address = bare.split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 4) return address;
  return version === 6 ? network(address) : undefined;
}

/** An IPv4 address inside IPv6 counts as IPv4. */
function network(address: string): string {
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  const inside = /^::ffff:([\d.]+)$/i.exec(canonical)?.[1];
  if (inside !== undefined) return inside;
  const [left = '', right = ''] = canonical.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === '' ? [] : right.split(':');
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
