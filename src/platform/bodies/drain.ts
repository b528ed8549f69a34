import type { IncomingMessage } from 'node:http';
import { makeTurns } from '../loop-turns.ts';

/** Milliseconds for which a client that was refused may go on sending. */
const patience = 5000;
const turn = makeTurns();

/**
 * Lets a client that is still sending finish (some read no answer before), but not for long. Nothing is kept. One part of
 * one body is read in each round of the event loop, so that a thousand who are refused at once delay nobody else.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return void request.resume();
  const cut = setTimeout(() => request.destroy(), patience);
  cut.unref();
  request.on('end', () => clearTimeout(cut));
  request.on('close', () => clearTimeout(cut));
  request.on('data', () => {
    request.pause();
    void turn().then(() => request.resume());
  });
  request.resume();
}
