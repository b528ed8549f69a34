import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeEventLoopQueue } from '../event-loop-queue.ts';

/** Milliseconds for which a refused client may continue to send. */
const patience = 5000;
/**
 * One chunk of one body, of up to 64 KiB, is read every four milliseconds, so that a thousand refused requests at the same
 * time do not delay others. What is discarded is outside V8's heap, and V8 collects its whole heap for each 64 MB of it.
 */
const turn = makeEventLoopQueue(() => sleep(4));

/**
 * Reads and discards the rest of a body for a short time, because some clients do not read the answer before they have
 * sent everything.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return void request.resume();
  const deadline = setTimeout(() => request.destroy(), patience);
  deadline.unref();
  request.on('end', () => clearTimeout(deadline));
  request.on('close', () => clearTimeout(deadline));
  request.on('data', () => {
    request.pause();
    void turn().then(() => request.resume());
  });
  request.resume();
}
