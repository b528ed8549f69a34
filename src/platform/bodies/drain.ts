import type { IncomingMessage } from 'node:http';

/** Milliseconds for which a client that was refused may go on sending. */
const patience = 5000;

/** Lets a client that is still sending finish (some read no answer before), but not for long. Nothing is kept. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return void request.resume();
  const cut = setTimeout(() => request.destroy(), patience);
  cut.unref();
  request.on('end', () => clearTimeout(cut));
  request.on('close', () => clearTimeout(cut));
  request.resume();
}
