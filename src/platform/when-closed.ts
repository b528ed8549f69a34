import type { Writable } from 'node:stream';

const noted = Symbol('when closed');
type Noted = Writable & { [noted]?: (() => void)[] };

/**
 * Calls a function when a response is closed. However many there are, the response has one listener for them: Node warns of more
 * than ten, of which a pipeline takes seven.
 */
export function whenClosed(response: Writable, call: () => void): void {
  const known = (response as Noted)[noted];
  if (known) return void known.push(call);
  const calls = ((response as Noted)[noted] = [call]);
  response.once('close', () => {
    for (const each of calls) each();
  });
}
