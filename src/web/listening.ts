import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../platform/config.ts';

/**
 * Connections that the system keeps until they are taken; it may allow fewer (`net.core.somaxconn`, 4,096 by default). With
 * Node's 511, a thousand connections of one address that come at once would have others try again after seconds.
 */
const backlog = 4096;

/** Listens where the configuration says; resolves with the URL. */
export async function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<string> {
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 66_000;
  server.requestTimeout = 300_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, resolve);
  });
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${(server.address() as AddressInfo).port}`;
}
