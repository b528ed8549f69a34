import { createHash } from 'node:crypto';
import {
  execute,
  getNamedType,
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
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
      if (known === 'once' && mayCompile(schema, document, operationName)) {
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
function mayCompile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): boolean {
  if (hasBytes(schema, document)) return false;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return true;
  const [first, ...others] = operation.selectionSet.selections;
  return first?.kind === Kind.FIELD && others.length === 0;
}

/** Scalars whose values are no JSON: graphql-jit would write a literal of them into its code as if they were. */
const binary = new Set(['Gpx', 'ImageData', 'Track']);

/** Whether a literal of such a scalar stands in the document itself. */
function hasBytes(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const enter = ({ kind }: { kind: Kind }): void => {
    const type = types.getInputType();
    if (type && kind !== Kind.VARIABLE && kind in literals && binary.has(getNamedType(type).name)) found = true;
  };
  visit(document, visitWithTypeInfo(types, { enter }));
  return found;
}
const literals = { [Kind.STRING]: true, [Kind.LIST]: true };

/** What Apollo says of variables that do not fit: it knows graphql-js's error by its node, graphql-jit's has none. */
const badInput = { code: 'BAD_USER_INPUT', http: { status: 400 } };

/** Errors as graphql-js makes them: graphql-jit's lack `extensions`, which Apollo takes for granted. */
function withWholeErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(({ message, path, locations, originalError }) => {
    const extensions = result.data == null && message.startsWith('Variable "$') ? badInput : null;
    const error = new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null, extensions });
    if (locations) Object.defineProperty(error, 'locations', { value: locations, enumerable: true });
    return error;
  });
  return { ...result, errors };
}
