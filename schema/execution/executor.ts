import { createHash } from 'node:crypto';
import { getOperationAST, print } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Context } from '../../src/domain/context.ts';
import type * as Fast from './fast/index.ts';
import type { Run } from './fast/index.ts';
import { makeCosts } from './costs.ts';
import type { ErrorBehavior } from './error-behavior.ts';
import { interpret } from './interpret.ts';
import type { Costs } from './costs.ts';
import { declareBound } from '../../src/platform/bounds.ts';

/**
 * Executes documents. Documents that come again are compiled once (docs/performance.md#compiled-documents), unless execution
 * is configured as interpreted.
 */
export interface Executor {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** What operations cost. */
  readonly costs: Costs;
  /** Compiles a document that is known at the start. Throws when it does not match the schema. */
  compile(document: DocumentNode): Run;
  /** Executes a validated document, interpreted the first time and compiled from then on. */
  execute(
    document: DocumentNode,
    operationName: string | null | undefined,
    context: Context,
    variables: Record<string, unknown>,
    hash?: string,
    root?: unknown,
    onError?: ErrorBehavior,
  ): Promise<ExecutionResult>;
  /** The compiled query with this text, if it has been executed more than once. */
  repeated(text: string, operationName: string | null | undefined): RepeatedQuery | undefined;
}

/** A query that has come more than once, and was validated and compiled. */
interface RepeatedQuery {
  document: DocumentNode;
  hash: string;
  run: Run;
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
/** Longer documents are not cached by their text. */
const longestText = 20_000;

/** @param fast compiles documents; with null, graphql-js executes every document, with the same results */
export function makeExecutor(
  schema: GraphQLSchema,
  log: Logger,
  fast: Pick<typeof Fast, 'compileOperation'> | null,
): Executor {
  if (!fast) return interpreter(schema, log);
  const { compileOperation } = fast;
  const seen = new LRUCache<string, Run | 'once'>({ max: 1000, maxSize: bounds.seen.limit });
  const queries = new LRUCache<string, RepeatedQuery>({ max: 1000, maxSize: bounds.queries.limit });
  bounds.seen.watch(() => seen.calculatedSize);
  bounds.queries.watch(() => queries.calculatedSize);
  const textKey = (text: string, operationName: string | null | undefined) => `${operationName ?? ''} ${text}`;

  return {
    schema,
    log,
    costs: makeCosts(schema),
    compile: (document) => compileOperation(schema, document),
    async execute(document, operationName, context, variables, hash, root, onError) {
      const key = `${operationName ?? ''} ${hash ?? createHash('sha256').update(print(document)).digest('base64')}`;
      const known = seen.get(key);
      if (typeof known === 'function') return known(context, variables, root, onError);
      const operation = getOperationAST(document, operationName);
      // Without an operation of that name, graphql-js reports the error. It knows only how errors propagate.
      if ((known === 'once' || (onError ?? 'PROPAGATE') !== 'PROPAGATE') && operation) {
        const run = compileOperation(schema, document, operationName);
        const text = document.loc?.source.body ?? print(document);
        const size = text.length;
        seen.set(key, run, { size });
        if (hash && size <= longestText && operation.operation === 'query')
          queries.set(textKey(text, operationName), { document, hash, run }, { size });
        return run(context, variables, root, onError);
      }
      seen.set(key, 'once', { size: 1 });
      return interpret(schema, document, operationName, context, variables, root, onError);
    },
    repeated: (text, operationName) => queries.get(textKey(text, operationName)),
  };
}

function interpreter(schema: GraphQLSchema, log: Logger): Executor {
  return {
    schema,
    log,
    costs: makeCosts(schema),
    compile: (document) => (context, variables, root, onError) =>
      interpret(schema, document, null, context, variables, root, onError),
    execute: (document, operationName, context, variables, _hash, root, onError) =>
      interpret(schema, document, operationName, context, variables, root, onError),
    repeated: () => undefined,
  };
}
