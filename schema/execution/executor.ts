import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from '../../src/domain/context.ts';
import { declareBound } from '../../src/platform/bounds.ts';
import { withinSize } from './answer-size.ts';
import { makeCosts } from './costs.ts';
import { makeEngine } from '@runners/graphql';
import type { Costs, Engine, Fast } from '@runners/graphql';
import { refusedInput } from './input-refusal.ts';

/**
 * Executes documents. Documents that come again are compiled once (docs/performance.md#compiled-documents), unless execution
 * is configured as interpreted.
 */
export interface Executor extends Engine<Context> {
  readonly log: Logger;
  /** The base of absolute URLs. */
  readonly publicUrl: () => string;
  /** What operations cost. */
  readonly costs: Costs;
}

const bounds = {
  seen: declareBound(import.meta.url, {
    name: 'compiled_documents',
    holds: 'compiled documents, and documents that were used once, at most 1,000, measured by their length',
    limit: 2_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used document is evicted, and compiled again when it has been used twice.',
  }),
  queries: declareBound(import.meta.url, {
    name: 'compiled_queries',
    holds: 'compiled queries by their text, at most 1,000 with up to 20,000 characters each',
    limit: 2_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used document is evicted, and compiled again when it has been used twice.',
  }),
};

/** @param fast compiles documents; with null, graphql-js executes every document, with the same results */
export function makeExecutor(
  schema: GraphQLSchema,
  log: Logger,
  fast: Pick<Fast, 'makeCompile'> | null,
  publicUrl: () => string,
): Executor {
  const engine = makeEngine<Context>(schema, { refusedInput, withinSize }, bounds, fast && fast.makeCompile);
  return { ...engine, log, publicUrl, costs: makeCosts(schema) };
}
