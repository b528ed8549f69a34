import type { IncomingMessage } from 'node:http';
import type { HTTPGraphQLResponse } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import { failureOf } from '../../src/errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';

const held = declareBound(import.meta.url, {
  name: 'refusal_answers',
  holds: 'answers to GraphQL requests that were refused; of a rate limit, one for each number of seconds to wait',
  limit: 1000,
  unit: 'answers',
  beyond: 'The answer that was not used for longest is made again.',
});
/** Longer `Accept` headers are the caller's invention, and nothing is kept for them. */
const longestAccept = 200;

/**
 * Keeps what Apollo answers to requests that were refused before their document was read. Whoever is refused is usually
 * refused a thousand times, and Apollo takes longer for each of them than everything else that a refusal needs.
 */
export class RefusalAnswers {
  readonly #kept = new LRUCache<string, HTTPGraphQLResponse>({ max: held.limit });

  constructor() {
    held.watch(() => this.#kept.size);
  }

  /** The answer to a request that failed with `error`. @param make asks Apollo for it */
  async of(
    error: unknown,
    request: IncomingMessage,
    make: () => Promise<HTTPGraphQLResponse>,
  ): Promise<HTTPGraphQLResponse> {
    const key = keyOf(error, request);
    if (key === null) return make();
    let answer = this.#kept.get(key);
    if (!answer) this.#kept.set(key, (answer = await make()));
    return answer;
  }
}

/** All that Apollo's answer depends on. Null where that is more than a failure, its seconds, and what the caller accepts. */
function keyOf(error: unknown, { method, headers: { accept = '' } }: IncomingMessage): string | null {
  const failure = failureOf(error);
  if (!failure || method !== 'POST' || accept.length > longestAccept) return null;
  const { retryAfter, ...others } = failure.details;
  if (Object.keys(others).length > 0) return null;
  return `${failure.code} ${retryAfter ?? ''} ${accept}\n${failure.message}`;
}
