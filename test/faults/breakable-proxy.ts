import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a server that can stop passing bytes, as if the server were frozen, or be cut. */
export interface BreakableProxy {
  port: number;
  /** From now on nothing comes through; connections stay open, and new ones are taken in. */
  freeze(): void;
  /** What was held up comes through. */
  thaw(): void;
  /** Ends all connections. */
  disconnect(): void;
  /** Connections that are open. */
  count(): number;
  close(): Promise<void>;
}

/** Opens a proxy before a server of this machine. */
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
