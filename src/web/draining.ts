import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that requests under way have to end once nobody is let in any more. */
const finishMs = 5000;
/** Milliseconds in which a connection that was taken in last may still send its request. */
const lastMs = 100;

/** Turns of the event loop at most, until so many in a row have found nobody waiting. */
const mostTurns = 1000;
const quietTurns = 10;

/** Ends the connections of a server without cutting anybody off. */
interface Drainable {
  /** From now on every answer says that its connection ends; new connections are still taken in. */
  drain(): void;
  /** Takes in nobody, lets requests under way finish for some seconds, and then ends all connections. */
  close(): Promise<void>;
}

/** Watches the connections of a server, so that they can be ended. */
export function drainable(server: Server): Drainable {
  let draining = false;
  let taken = 0;
  const sockets = new Set<Socket>();
  server.prependListener('request', (_request, response) => {
    if (draining) response.shouldKeepAlive = false;
  });
  server.on('connection', (socket) => {
    taken++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  function drain(): void {
    draining = true;
    // Node keeps the answer that a connection waits for there.
    for (const { _httpMessage: response } of sockets as Set<Socket & { _httpMessage?: ServerResponse | null }>)
      if (response) response.shouldKeepAlive = false;
  }

  /** Until the event loop takes in nobody for some turns: connections that wait to be taken in are reset when listening ends. */
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
