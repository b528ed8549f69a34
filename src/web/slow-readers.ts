import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that wait in this process for their readers, of all connections together. */
const mostWaiting = 128 * 1024 * 1024;
/** Milliseconds between two looks. */
const everyMs = 500;

/**
 * Bounds what slow readers hold: when more answers wait to be read than there is room for, the connections with the most of
 * it are cut until there is. Ordinary answers are small and wait for nobody.
 */
export function boundSlowReaders(server: Server, most = mostWaiting): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const look = setInterval(() => {
    let waiting = 0;
    for (const { writableLength } of sockets) waiting += writableLength;
    if (waiting <= most) return;
    for (const socket of [...sockets].toSorted((one, other) => other.writableLength - one.writableLength)) {
      waiting -= socket.writableLength;
      socket.destroy();
      if (waiting <= most) return;
    }
  }, everyMs).unref();
  server.once('close', () => clearInterval(look));
}
