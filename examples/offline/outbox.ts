import { likePost, sendMessage } from './documents.ts';
import type { SendOnce } from './documents.ts';

/** Something to do as soon as the service answers. Its key makes sure that it is done once, however often it is sent. */
export type Waiting = { key: string } & ({ like: string } | { conversation: string; message: string });

/** Failures that end by themselves. */
const passing = ['BUSY', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'];

/**
 * Sends what waits, in order, and takes it off the list. What the service refuses is taken off as well, and returned.
 * @throws Error when the service does not answer, or not now; the rest waits on
 */
export async function sendWaiting(outbox: Waiting[], send: SendOnce): Promise<string[]> {
  const refused: string[] = [];
  for (let next = outbox[0]; next; next = outbox[0]) {
    try {
      if ('like' in next) await send(likePost, { input: { id: next.like } }, next.key);
      else {
        const input = { conversationId: next.conversation, message: next.message };
        await send(sendMessage, { input }, next.key);
      }
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (code === undefined || passing.includes(code)) throw error;
      refused.push(`${describe(next)}: ${message}`);
    }
    outbox.shift();
  }
  return refused;
}

/** What waits, in words. */
export function describe(waiting: Waiting): string {
  return 'like' in waiting ? `a like of ${waiting.like}` : `“${waiting.message}” to ${waiting.conversation}`;
}
