import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../platform/config.ts';

/**
 * The largest number of connections that the system queues until they are accepted. The system may allow fewer
 * (`net.core.somaxconn`, 4,096 by default). With 511, the default of Node, a thousand simultaneous connections of one
 * address would make others retry after seconds.
 */
const backlog = 4096;

/** Listens on the configured address, and resolves with the URL. */
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

/** Listens for a moment on the configured address, and returns no URL. @throws Error if that is not possible */
export async function tryListening(config: Pick<Config, 'port' | 'host'>): Promise<null> {
  const server = createServer().on('connection', (socket) => socket.destroy());
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
  return null;
}
