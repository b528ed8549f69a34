import type { Writable } from 'node:stream';
import { makeTurns } from '../platform/loop-turns.ts';

/** Who takes nothing of what was written for so many milliseconds is cut off: a reader holds a place that others wait for. */
const patienceMs = 60_000;
/** Characters that are made and written in one turn: up to a millisecond. */
const turnLength = 50_000;
const turn = makeTurns();

/**
 * Writes text as it comes, no faster than the client reads. Of all that is written so, one part is made in each round of the
 * event loop: clients that read at once would otherwise hold the process until everything is written. Ends quietly when
 * the client is gone or does not read; the rest is not made then.
 * @param begin called before the first piece: what fails before it can still be answered
 */
export async function writeSlowly(response: Writable, chunks: AsyncIterable<string>, begin: () => void): Promise<void> {
  let begun = false;
  let length = 0;
  for await (const chunk of chunks) {
    if (!begun) begin();
    begun = true;
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
    length += chunk.length;
    if (length >= turnLength) {
      length = 0;
      await turn();
    }
    // Before the next part is made: it may have to wait for a track to be read.
    if (response.destroyed) return;
  }
  response.end();
}

/** Until the client has read on, or is gone. */
function drained(response: Writable): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => response.destroy(), patienceMs).unref();
    const done = () => {
      clearTimeout(deadline);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
