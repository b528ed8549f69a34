import { getOperationAST, Kind, visit, GraphQLIncludeDirective, GraphQLSkipDirective } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode, GraphQLError, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { ExecutionAround } from '../execute/execution-around.ts';
import { interpret } from '../execute/interpret.ts';
import type { Compile, Run } from '../execute/run.ts';
import { fieldsInTurn, fieldsTogether } from './compiled-fields.ts';
import type { CompiledField, Execution } from './compiled-fields.ts';
import { compileVariables } from './compiled-inputs.ts';
import { compileRoot } from './compile-selection.ts';

/** The largest number of selections, by the values of `@skip` and `@include`, that are cached for one document. */
const mostSelections = 8;

/** Makes what compiles documents (`Compile`). */
export function makeCompile<Context>(around: ExecutionAround): Compile<Context> {
  return (schema, document, operationName) => compileOperation(around, schema, document, operationName);
}

/**
 * Prepares an operation of a validated document for many runs: fields are collected and types looked up once, so that a run
 * only calls resolvers and copies values, while graphql-js repeats all of it for each row (docs/performance.md#compiled-documents).
 * Results and errors are those of graphql-js, except that several errors may come in another order.
 * @throws Error when the schema has no such field
 */
function compileOperation<Context>(
  around: ExecutionAround,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): Run<Context> {
  const { refusedInput, withinSize } = around;
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  if (!operation || !type) throw new Error('the document has no such operation');
  const fragments = fragmentsOf(document);
  const switches = switchesOf(document);
  const readVariables = compileVariables(schema, operation.variableDefinitions ?? []);
  const compile = (conditions: Record<string, unknown>) =>
    compileRoot({ schema, operation, fragments, conditions }, type);
  const odd = hasOddName(document);
  const fixed = switches.length === 0 && !odd ? compile({}) : null;
  const selections = new LRUCache<string, readonly CompiledField[]>({ max: mostSelections });

  /** The fields for these values of the variables in `@skip` and `@include`. Null when the document is left to graphql-js. */
  const selectionFor = (variables: Record<string, unknown>): readonly CompiledField[] | null => {
    if (fixed) return fixed;
    if (odd) return null;
    const values = switches.map((name) => variables[name]);
    if (values.some((value) => typeof value !== 'boolean')) return null;
    const key = values.join();
    let fields = selections.get(key);
    if (!fields) selections.set(key, (fields = compile(variables)));
    return fields;
  };

  return async (contextValue, inputs, rootValue, onError = 'PROPAGATE') => {
    const { coerced, errors } = readVariables(inputs);
    if (errors) return refusedInput(schema, document, operationName, inputs, { errors });
    const fields = selectionFor(coerced);
    if (!fields) return interpret(around, schema, document, operationName, contextValue, inputs, rootValue, onError);
    const run: Execution = { context: contextValue, variables: coerced, args: [], errors: [], textBytes: 0, onError };
    const together = operation.operation === 'mutation' ? fieldsInTurn : fieldsTogether;
    try {
      const data = await together(run, fields, rootValue, undefined);
      return withinSize(run.errors.length > 0 ? { errors: [...run.errors], data } : { data }, run.textBytes);
    } catch (error: unknown) {
      return { errors: [...run.errors, error as GraphQLError], data: null };
    }
  };
}

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Whether a field has a name in the answer that a plain object cannot have as a key. */
function hasOddName(document: DocumentNode): boolean {
  let found = false;
  visit(document, { Field: ({ alias }) => void (found ||= alias?.value === '__proto__') });
  return found;
}

/** The variables of `@skip` and `@include`. */
function switchesOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      if (![GraphQLIncludeDirective.name, GraphQLSkipDirective.name].includes(directive.name.value)) return;
      visit(directive, { Variable: ({ name }) => void names.add(name.value) });
    },
  });
  return [...names];
}
