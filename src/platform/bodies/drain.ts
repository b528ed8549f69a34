import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTurns } from '../loop-turns.ts';

/** Milliseconds for which a client that was refused may go on sending. */
const patience = 5000;
/** One part of one body, up to 64 KiB, is read in a millisecond: a thousand who are refused at once delay nobody else. */
const turn = makeTurns(() => sleep(1));

/** Lets a client that is still sending finish (some read no answer before), but not for long. Nothing is kept. */
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
