import { setImmediate as others } from 'node:timers/promises';
import type { Context } from '../../src/domain/context.ts';
import { takeTurn } from '../../src/request/pipeline.ts';
import type { Documents } from './documents.ts';
import { hashOf } from '@runners/graphql';

/** The largest number of characters of a document whose check does not wait, because it takes a millisecond or two. */
const short = 500;

/**
 * Lets the check of a long document that is not known yet wait for its turn. One is checked at a time, those of different callers in
 * turn, and whatever else waits for the thread is done between two of them. The document or its errors are then in the cache
 * of `documents`.
 * @throws Failure BUSY when too many documents wait
 */
export async function checkInTurn(context: Context, documents: Documents, text: unknown): Promise<void> {
  if (typeof text !== 'string' || text.length <= short) return;
  const hash = hashOf(text);
  if (documents.knows(hash)) return;
  await takeTurn(context, 'checks', async () => {
    try {
      documents.read(text, hash, context);
    } catch {
      // Whoever reads it after this gets the same errors.
    }
    await others();
  });
}
