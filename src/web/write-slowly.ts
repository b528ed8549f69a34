import type { Writable } from 'node:stream';
import { compressedInto } from './answers/content-coding.ts';
import type { Coding } from './answers/content-coding.ts';
import { watchReader } from './reader-pace.ts';
import { makeEventLoopQueue } from '../platform/event-loop-queue.ts';

/** The number of characters or bytes that are produced and written in one turn, which takes up to a millisecond. */
const turnLength = 50_000;
const turn = makeEventLoopQueue();

/**
 * Writes text or bytes as they are produced, no faster than the client reads. In each round of the event loop, one part of all
 * these responses is produced; otherwise fast clients would block the process until everything is written. It ends
 * without an error when the client disconnects or does not read, and the rest is not produced.
 * @param begin called before the first piece; errors before it can still be answered
 * @param coding in which the text is sent
 */
export async function writeSlowly(
  response: Writable,
  chunks: AsyncIterable<string | Uint8Array>,
  begin: () => void,
  coding: Coding | null = null,
): Promise<void> {
  let out: Writable | undefined;
  watchReader(response);
  let length = 0;
  for await (const chunk of chunks) {
    if (!out) {
      begin();
      out = coding ? compressedInto(response, coding) : response;
    }
    if (out.destroyed || response.destroyed) return;
    if (!out.write(chunk)) await drained(out);
    length += chunk.length;
    if (length >= turnLength) {
      length = 0;
      await turn();
    }
    // This is before the next part is produced, which may have to wait for a track to be read.
    if (response.destroyed) return;
  }
  (out ?? response).end();
}

/** Waits until the client has read further, or has disconnected, which closes what compresses for it as well. */
function drained(out: Writable): Promise<void> {
  if (out.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done);
      out.off('close', done);
      resolve();
    };
    out.on('drain', done);
    out.on('close', done);
  });
}
