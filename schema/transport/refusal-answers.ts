import type { IncomingMessage } from 'node:http';
import type { HTTPGraphQLResponse } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import { failureOf } from '../../src/errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';

const bound = declareBound(import.meta.url, {
  name: 'refusal_answers',
  holds: 'answers to refused GraphQL requests; for rate limits, one for each number of seconds',
  limit: 1000,
  unit: 'answers',
  share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
  beyond: 'The least recently used answer is evicted, and created again when it is next needed.',
});
/** The length of the longest `Accept` header for which answers are stored. */
const longestAccept = 200;

/**
 * Caches answers of Apollo to requests that were refused before their document was read. A refused caller usually sends many
 * requests, and Apollo takes longer for each of them than all other parts of a refusal.
 */
export class RefusalAnswers {
  readonly #kept = new LRUCache<string, HTTPGraphQLResponse>({ max: bound.limit });

  constructor() {
    bound.watch(() => this.#kept.size);
  }

  /** Returns the answer to a request that failed with `error`. @param make creates it with Apollo */
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
