import { createHash } from 'node:crypto';
import {
  execute,
  getNamedType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  parse,
  print,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Context } from '../src/context.ts';

/** Runs one operation; errors are in the result, never thrown. `root`: of a subscription, what happened. */
export type Run = (context: Context, variables: Record<string, unknown>, root?: unknown) => Promise<ExecutionResult>;

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
    root?: unknown,
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
    const defaults = requiredDefaults(own, operationName);
    return async (context, variables, root) => {
      const result: ExecutionResult = await compiled.query(root, context, { ...defaults, ...variables });
      return 'data' in result ? withWholeErrors(result) : (misfit(own, operationName, variables) ?? result);
    };
  };

  /** Variables that do not fit, in the words of graphql-js: the first of them, as when their cost is counted. */
  const misfit = (document: DocumentNode, operationName: string, variables: Record<string, unknown>) => {
    const { variableDefinitions = [] } = getOperationAST(document, operationName || null) ?? {};
    const { errors } = getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 });
    return errors && { errors: errors.slice(0, 1) };
  };

  return {
    schema,
    log,
    compile,
    async execute(document, operationName, context, variables, hash, root) {
      const key = `${operationName ?? ''} ${hash ?? createHash('sha256').update(print(document)).digest('base64')}`;
      const known = seen.get(key);
      if (typeof known === 'function') return known(context, variables, root);
      if (known === 'once' && mayCompile(schema, document, operationName)) {
        const run = compile(document, operationName ?? undefined);
        seen.set(key, run);
        const operation = getOperationAST(document, operationName);
        const text = document.loc?.source.body;
        if (hash && text && text.length <= longestText && operation?.operation === 'query')
          queries.set(textKey(text, operationName), { document, hash, run });
        return run(context, variables, root);
      }
      seen.set(key, 'once');
      const result = await execute({
        schema,
        document,
        operationName,
        rootValue: root,
        contextValue: context,
        variableValues: variables,
      });
      return 'data' in result ? result : { ...result, errors: result.errors?.slice(0, 1) ?? [] };
    },
    repeated: (text, operationName) => queries.get(textKey(text, operationName)),
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
