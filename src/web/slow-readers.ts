import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@runners/limits';
import { otherEnd } from '../request/client-address.ts';
import { declareBound } from '../platform/bounds.ts';
import { whenClosed } from '../platform/when-closed.ts';

const bound = declareBound(import.meta.url, {
  name: 'unread_answers',
  holds: 'answers that their clients have not read yet, in total over all connections',
  limit: 128 * 1024 * 1024,
  unit: 'bytes',
  share: 'None: the network with the most unread bytes is the first whose connections are closed.',
  beyond:
    'Within half a second, the connections of the network with the most unread bytes are closed, those with the most of them first.',
});
/** Milliseconds between two checks. */
const everyMs = 500;

/** The characters of long texts that are written to a connection a piece at a time. */
const longTexts = new WeakMap<Socket, number>();

/** Counts a long text, which stays in memory while its pieces are read, as unread until the answer is closed. */
export function countLongText(response: ServerResponse, length: number): void {
  const { socket } = response;
  if (!socket) return;
  const add = (more: number) => longTexts.set(socket, (longTexts.get(socket) ?? 0) + more);
  add(length);
  whenClosed(response, () => add(-length));
}

function unreadOf(socket: Socket): number {
  return socket.writableLength + (longTexts.get(socket) ?? 0);
}

/**
 * Bounds the memory of answers for slow readers: when more bytes wait to be read than are allowed, the connections with
 * the most of them, of the network with the most of them, are closed until the rest is within the limit. Ordinary answers are small and not affected.
 */
export function boundSlowReaders(server: Server, most = bound.limit): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const waitingBytes = () => {
    let waiting = 0;
    for (const socket of sockets) waiting += unreadOf(socket);
    return waiting;
  };
  bound.watch(waitingBytes);
  const look = setInterval(() => {
    let waiting = waitingBytes();
    if (waiting <= most) return;
    const ofNetwork = new Map<string, number>();
    const network = (socket: Socket) => networkOf(otherEnd(socket));
    for (const socket of sockets)
      ofNetwork.set(network(socket), (ofNetwork.get(network(socket)) ?? 0) + unreadOf(socket));
    const unread = (socket: Socket) => ofNetwork.get(network(socket)) ?? 0;
    const worstFirst = (one: Socket, other: Socket) => unread(other) - unread(one) || unreadOf(other) - unreadOf(one);
    for (const socket of [...sockets].toSorted(worstFirst)) {
      waiting -= unreadOf(socket);
      socket.destroy();
      if (waiting <= most) return;
    }
  }, everyMs).unref();
  server.once('close', () => clearInterval(look));
}
