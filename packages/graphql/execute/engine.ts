import { createHash } from 'node:crypto';
import { getOperationAST, print } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Bound } from '../bound.ts';
import type { ExecutionAround } from './execution-around.ts';
import { interpret } from './interpret.ts';
import type { ErrorBehavior } from './on-error.ts';
import type { Compile, Run } from './run.ts';

/** Executes documents. Documents that come again are compiled once, unless all of them are interpreted. */
export interface Engine<Context> {
  readonly schema: GraphQLSchema;
  /** Compiles a document that is known at the start. Throws when it does not match the schema. */
  compile(document: DocumentNode): Run<Context>;
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
  repeated(text: string, operationName: string | null | undefined): RepeatedQuery<Context> | undefined;
}

/** A query that has come more than once, and was validated and compiled. */
interface RepeatedQuery<Context> {
  document: DocumentNode;
  hash: string;
  run: Run<Context>;
}

/** The characters of documents that are kept: those that were seen, and the queries by their text. */
interface EngineBounds {
  seen: Bound;
  queries: Bound;
}

/** The most documents of each kind that are kept. */
const most = 1000;
/** Longer documents are not cached by their text. */
const longestText = 20_000;

/** @param makeCompile with null, graphql-js executes every document, with the same results */
export function makeEngine<Context>(
  schema: GraphQLSchema,
  around: ExecutionAround,
  bounds: EngineBounds,
  makeCompile: ((around: ExecutionAround) => Compile<Context>) | null,
): Engine<Context> {
  if (!makeCompile) return interpreter(schema, around);
  const compile = makeCompile(around);
  const seen = new LRUCache<string, Run<Context> | 'once'>({ max: most, maxSize: bounds.seen.limit });
  const queries = new LRUCache<string, RepeatedQuery<Context>>({ max: most, maxSize: bounds.queries.limit });
  bounds.seen.watch(() => seen.calculatedSize);
  bounds.queries.watch(() => queries.calculatedSize);
  const textKey = (text: string, operationName: string | null | undefined) => `${operationName ?? ''} ${text}`;

  return {
    schema,
    compile: (document) => compile(schema, document),
    async execute(document, operationName, context, variables, hash, root, onError) {
      const key = `${operationName ?? ''} ${hash ?? createHash('sha256').update(print(document)).digest('base64')}`;
      const known = seen.get(key);
      if (typeof known === 'function') return known(context, variables, root, onError);
      const operation = getOperationAST(document, operationName);
      // Without an operation of that name, graphql-js reports the error. It knows only how errors propagate.
      if ((known === 'once' || (onError ?? 'PROPAGATE') !== 'PROPAGATE') && operation) {
        const run = compile(schema, document, operationName);
        const text = document.loc?.source.body ?? print(document);
        const size = text.length;
        seen.set(key, run, { size });
        if (hash && size <= longestText && operation.operation === 'query')
          queries.set(textKey(text, operationName), { document, hash, run }, { size });
        return run(context, variables, root, onError);
      }
      seen.set(key, 'once', { size: 1 });
      return interpret(around, schema, document, operationName, context, variables, root, onError);
    },
    repeated: (text, operationName) => queries.get(textKey(text, operationName)),
  };
}

function interpreter<Context>(schema: GraphQLSchema, around: ExecutionAround): Engine<Context> {
  return {
    schema,
    compile: (document) => (context, variables, root, onError) =>
      interpret(around, schema, document, null, context, variables, root, onError),
    execute: (document, operationName, context, variables, _hash, root, onError) =>
      interpret(around, schema, document, operationName, context, variables, root, onError),
    repeated: () => undefined,
  };
}
