import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds within which requests in progress have to end once no new ones are accepted. */
const finishMs = 5000;
/** Milliseconds within which a connection that was accepted last may send its request. */
const lastMs = 100;

/**
 * The largest number of turns of the event loop, and the number of successive turns without a new connection after
 * which the server stops listening.
 */
const mostTurns = 1000;
const quietTurns = 10;

/** Ends the connections of a server without interrupting requests. */
interface Drainable {
  /** From now on every answer closes its connection. New connections are still accepted. */
  drain(): void;
  /**
   * Stops accepting connections, lets requests in progress finish for some seconds, and then closes all connections.
   */
  close(): Promise<void>;
}

/** Tracks the connections of a server, so that they can be closed. */
export function drainable(server: Server): Drainable {
  let draining = false;
  let taken = 0;
  /** The connections, each with the response to its latest request. */
  const sockets = new Map<Socket, ServerResponse | null>();
  server.prependListener('request', ({ socket }, response) => {
    if (draining) response.shouldKeepAlive = false;
    else sockets.set(socket, response);
  });
  server.on('connection', (socket) => {
    taken++;
    sockets.set(socket, null);
    socket.once('close', () => sockets.delete(socket));
  });

  function drain(): void {
    draining = true;
    for (const response of sockets.values()) if (response) response.shouldKeepAlive = false;
  }

  /**
   * Resolves when no connection was accepted for some turns of the event loop. Connections that still wait to be
   * accepted are reset when listening ends.
   */
  async function nobodyWaits(): Promise<void> {
    for (let turn = 0, quiet = 0; turn < mostTurns && quiet < quietTurns; turn++) {
      const before = taken;
      await new Promise((resolve) => void setImmediate(resolve));
      quiet = taken === before ? quiet + 1 : 0;
    }
  }

  return {
    drain,
    async close() {
      drain();
      await nobodyWaits();
      const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
      await sleep(lastMs);
      const idle = setInterval(() => server.closeIdleConnections(), lastMs);
      const deadline = setTimeout(() => server.closeAllConnections(), finishMs);
      server.close();
      await closed;
      clearInterval(idle);
      clearTimeout(deadline);
    },
  };
}
