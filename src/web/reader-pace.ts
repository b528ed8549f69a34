import type { Writable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { Pace } from '@runners/limits';
import { whenClosed } from '../platform/when-closed.ts';

/** Bytes a second at which an answer has to be read over the whole: a minute for half a megabyte. */
const slowest = 8 * 1024;

/**
 * Disconnects a client that reads a long answer too slowly, because other readers wait for its slot. Ends with the answer.
 */
export function watchReader(response: Writable): void {
  const { socket } = response as ServerResponse;
  if (!socket) return;
  const sent = () => socket.bytesWritten - socket.writableLength;
  const before = sent();
  const pace = new Pace({
    perSecond: slowest,
    bytes: () => sent() - before,
    waits: () => socket.writableLength > 0,
    tooSlow: () => response.destroy(),
  });
  whenClosed(response, () => pace.end());
}
