import { createHash } from 'node:crypto';
import { execute, getOperationAST, print } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Context } from '../../src/domain/context.ts';
import type { Config } from '../../src/platform/config.ts';
import { compileOperation } from './compiled-operation.ts';
import type { Run } from './compiled-operation.ts';

/**
 * Executes documents; those that come again are compiled once (docs/performance.md#compiled-documents), unless all are to be
 * interpreted.
 */
export interface Executor {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** Compiles a document that is known at the start; throws when the schema has no such thing. */
  compile(document: DocumentNode): Run;
  /** Executes a validated document: interpreted the first time it is seen, compiled from then on. */
  execute(
    document: DocumentNode,
    operationName: string | null | undefined,
    context: Context,
    variables: Record<string, unknown>,
    hash?: string,
    root?: unknown,
  ): Promise<ExecutionResult>;
  /** The query with this text, when it was executed before more than once. */
  repeated(text: string, operationName: string | null | undefined): RepeatedQuery | undefined;
}

/** A query that came more than once: it was checked, and is compiled. */
interface RepeatedQuery {
  document: DocumentNode;
  hash: string;
  run: Run;
}

/** Compiled documents that are remembered: how many, and of how many characters in all. */
const remembered = { max: 1000, maxSize: 2_000_000 };
/** Longer documents are not remembered by their text. */
const longestText = 20_000;

/**
 * @param execution `interpreted`: graphql-js executes every document every time, for tests that both give the same
 */
export function makeExecutor(
  schema: GraphQLSchema,
  log: Logger,
  execution: Config['execution'] = 'compiled',
): Executor {
  if (execution === 'interpreted') return interpreter(schema, log);
  const seen = new LRUCache<string, Run | 'once'>(remembered);
  const queries = new LRUCache<string, RepeatedQuery>(remembered);
  const textKey = (text: string, operationName: string | null | undefined) => `${operationName ?? ''} ${text}`;

  return {
    schema,
    log,
    compile: (document) => compileOperation(schema, document),
    async execute(document, operationName, context, variables, hash, root) {
      const key = `${operationName ?? ''} ${hash ?? createHash('sha256').update(print(document)).digest('base64')}`;
      const known = seen.get(key);
      if (typeof known === 'function') return known(context, variables, root);
      const operation = getOperationAST(document, operationName);
      // Without one, graphql-js says what is wrong with its name.
      if (known === 'once' && operation) {
        const run = compileOperation(schema, document, operationName);
        const text = document.loc?.source.body ?? print(document);
        const size = text.length;
        seen.set(key, run, { size });
        if (hash && size <= longestText && operation.operation === 'query')
          queries.set(textKey(text, operationName), { document, hash, run }, { size });
        return run(context, variables, root);
      }
      seen.set(key, 'once', { size: 1 });
      return interpret(schema, document, operationName, context, variables, root);
    },
    repeated: (text, operationName) => queries.get(textKey(text, operationName)),
  };
}

function interpreter(schema: GraphQLSchema, log: Logger): Executor {
  return {
    schema,
    log,
    compile: (document) => (context, variables, root) => interpret(schema, document, null, context, variables, root),
    execute: (document, operationName, context, variables, _hash, root) =>
      interpret(schema, document, operationName, context, variables, root),
    repeated: () => undefined,
  };
}

/** Executes a document with graphql-js; of errors that came before any data, only the first is told. */
async function interpret(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  contextValue: Context,
  variableValues: Record<string, unknown>,
  rootValue: unknown,
): Promise<ExecutionResult> {
  const result = await execute({ schema, document, operationName, rootValue, contextValue, variableValues });
  return 'data' in result ? result : { ...result, errors: result.errors?.slice(0, 1) ?? [] };
}
