import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  visit,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
} from 'graphql';
import type {
  DocumentNode,
  ExecutionResult,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../src/domain/context.ts';
import { fieldsInTurn, fieldsTogether } from './compiled-fields.ts';
import type { CompiledField, Execution } from './compiled-fields.ts';
import { compileRoot } from './compile-selection.ts';

/** Runs one operation; errors are in the result, never thrown. `root`: of a subscription, what happened. */
export type Run = (context: Context, variables: Record<string, unknown>, root?: unknown) => Promise<ExecutionResult>;

/** Selections that `@skip` and `@include` make of one document, at most remembered. */
const mostSelections = 8;

/**
 * An operation of a validated document, ready to run many times: fields are collected and types looked up once, and what
 * is left is to call resolvers and to copy values (docs/performance.md#compiled-documents: graphql-js does all of it again for each row). Results
 * and errors are those of graphql-js; of several errors the order may differ.
 * @throws Error when the schema has no such field
 */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): Run {
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  if (!operation || !type) throw new Error('the document has no such operation');
  const fragments = fragmentsOf(document);
  const switches = switchesOf(document);
  const compile = (conditions: Record<string, unknown>) =>
    compileRoot({ schema, operation, fragments, conditions }, type);
  const odd = hasOddName(document);
  const fixed = switches.length === 0 && !odd ? compile({}) : null;
  const selections = new LRUCache<string, readonly CompiledField[]>({ max: mostSelections });

  /** The fields for these values of the variables in `@skip` and `@include`; null for what is left to graphql-js. */
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

  return async (contextValue, inputs, rootValue) => {
    const { coerced, errors } = variablesOf(schema, operation, inputs);
    if (errors) return { errors };
    const fields = selectionFor(coerced);
    if (!fields) {
      const variableValues = inputs;
      return execute({
        schema,
        document,
        operationName: operationName ?? null,
        rootValue,
        contextValue,
        variableValues,
      });
    }
    const run: Execution = { context: contextValue, variables: coerced, args: [], errors: [] };
    const together = operation.operation === 'mutation' ? fieldsInTurn : fieldsTogether;
    try {
      const data = await together(run, fields, rootValue, undefined);
      return run.errors.length > 0 ? { errors: [...run.errors], data } : { data };
    } catch (error: unknown) {
      return { errors: [...run.errors, error as GraphQLError], data: null };
    }
  };
}

/** Of variables that do not fit, only the first is told. */
function variablesOf(schema: GraphQLSchema, operation: OperationDefinitionNode, inputs: Record<string, unknown>) {
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs, { maxErrors: 1 });
  return errors ? { errors: errors.slice(0, 1) } : { coerced };
}

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Whether a field is to have a name in the answer that plain objects cannot have. */
function hasOddName(document: DocumentNode): boolean {
  let found = false;
  visit(document, { Field: ({ alias }) => void (found ||= alias?.value === '__proto__') });
  return found;
}

/** The variables that decide which fields there are. */
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
