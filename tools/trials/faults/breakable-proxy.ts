import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy to a server that can stop forwarding bytes, as if the server were frozen, or close all connections. */
export interface BreakableProxy {
  port: number;
  /** Stops forwarding. Connections stay open, and new ones are accepted. */
  freeze(): void;
  /** Forwards everything that was held back. */
  thaw(): void;
  /** Closes all connections. */
  disconnect(): void;
  /** The number of open connections. */
  count(): number;
  close(): Promise<void>;
}

/** Opens a proxy to a server on this machine. */
export async function breakableProxy(port: number, host = '127.0.0.1'): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes: Buffer) => other.write(bytes));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (frozen) one.pause();
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    disconnect() {
      for (const socket of sockets) socket.destroy();
    },
    count: () => sockets.size / 2,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
