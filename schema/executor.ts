import { createHash } from 'node:crypto';
import { execute, getOperationAST, GraphQLError, Kind, parse, print, valueFromASTUntyped } from 'graphql';
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
}

const compiledDocuments = 1000;

export function makeExecutor(schema: GraphQLSchema, log: Logger): Executor {
  const seen = new LRUCache<string, Run | 'once'>({ max: compiledDocuments });

  const compile = (document: DocumentNode, operationName = ''): Run => {
    // graphql-jit marks the nodes it visits; fragments are shared between documents, so it gets nodes of its own.
    const source = document.loc?.source.body;
    const own = source === undefined ? parse(print(document), { noLocation: true }) : parse(source);
    const compiled = compileQuery(schema, own, operationName, { disableLeafSerialization: false });
    if (!isCompiledQuery(compiled)) throw compiled.errors?.[0] ?? new Error('the document cannot be compiled');
    const defaults = requiredDefaults(own, operationName);
    return async (context, variables) =>
      withWholeErrors(await compiled.query(undefined, context, { ...defaults, ...variables }));
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
        return run(context, variables);
      }
      seen.set(key, 'once');
      return execute({ schema, document, operationName, contextValue: context, variableValues: variables });
    },
  };
}

/** Mutations of several fields stay interpreted: compiled ones go on after a failure, where graphql-js stops. */
function mayCompile(document: DocumentNode, operationName: string | null | undefined): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return true;
  const [first, ...others] = operation.selectionSet.selections;
  return first?.kind === Kind.FIELD && others.length === 0;
}

/** Defaults of variables that must not be null (`$first: Int! = 20`): graphql-jit takes them for missing when left out. */
function requiredDefaults(document: DocumentNode, operationName: string): Record<string, unknown> {
  const variables = getOperationAST(document, operationName || null)?.variableDefinitions ?? [];
  return Object.fromEntries(
    variables.flatMap(({ variable, type, defaultValue }) =>
      type.kind === Kind.NON_NULL_TYPE && defaultValue
        ? [[variable.name.value, valueFromASTUntyped(defaultValue)]]
        : [],
    ),
  );
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
