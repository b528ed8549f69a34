import { createHash } from 'node:crypto';
import { execute, getOperationAST, GraphQLError, Kind, parse, print } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Context } from '../src/context.ts';

/** Runs one operation; errors are in the result, never thrown. */
export type Run = (context: Context, variables: Record<string, unknown>) => Promise<ExecutionResult>;

/** Executes documents; those that come again are compiled once (design part 5). */
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
  ): Promise<ExecutionResult>;
  /** The query with this text, when it was executed before more than once. */
  repeated(text: string, operationName: string | null | undefined): RepeatedQuery | undefined;
}

/** A query that came more than once: it was checked, and is compiled. */
export interface RepeatedQuery {
  document: DocumentNode;
  hash: string;
  run: Run;
}

const compiledDocuments = 1000;
/** Longer documents are not remembered by their text. */
const longestText = 20_000;

export function makeExecutor(schema: GraphQLSchema, log: Logger): Executor {
  const seen = new LRUCache<string, Run | 'once'>({ max: compiledDocuments });
  const queries = new LRUCache<string, RepeatedQuery>({ max: compiledDocuments });
  const textKey = (text: string, operationName: string | null | undefined) => `${operationName ?? ''} ${text}`;

  const compile = (document: DocumentNode, operationName = ''): Run => {
    // graphql-jit marks the nodes it visits; fragments are shared between documents, so it gets nodes of its own.
    const source = document.loc?.source.body;
    const own = source === undefined ? parse(print(document), { noLocation: true }) : parse(source);
    const compiled = compileQuery(schema, own, operationName, { disableLeafSerialization: false });
    if (!isCompiledQuery(compiled)) throw compiled.errors?.[0] ?? new Error('the document cannot be compiled');
    return async (context, variables) => withWholeErrors(await compiled.query(undefined, context, variables));
  };

  return {
    schema,
    log,
    compile,
    async execute(document, operationName, context, variables, hash) {
      const key = `${operationName ?? ''} ${hash ?? createHash('sha256').update(print(document)).digest('base64')}`;
      const known = seen.get(key);
      if (typeof known === 'function') return known(context, variables);
      if (known === 'once' && mayCompile(document, operationName)) {
        const run = compile(document, operationName ?? undefined);
        seen.set(key, run);
        const text = document.loc?.source.body;
        if (
          hash &&
          text &&
          text.length <= longestText &&
          getOperationAST(document, operationName)?.operation === 'query'
        )
          queries.set(textKey(text, operationName), { document, hash, run });
        return run(context, variables);
      }
      seen.set(key, 'once');
      return execute({ schema, document, operationName, contextValue: context, variableValues: variables });
    },
    repeated: (text, operationName) => queries.get(textKey(text, operationName)),
  };
}

/** Mutations of several fields stay interpreted: compiled ones go on after a failure, where graphql-js stops. */
function mayCompile(document: DocumentNode, operationName: string | null | undefined): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return true;
  const [first, ...others] = operation.selectionSet.selections;
  return first?.kind === Kind.FIELD && others.length === 0;
}

/** Errors as graphql-js makes them: graphql-jit's lack `extensions`, which Apollo takes for granted. */
function withWholeErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(({ message, path, locations, originalError }) => {
    const error = new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null });
    if (locations) Object.defineProperty(error, 'locations', { value: locations, enumerable: true });
    return error;
  });
  return { ...result, errors };
}
