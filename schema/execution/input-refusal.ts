import {
  getOperationAST,
  GraphQLError,
  isInputObjectType,
  isListType,
  getNullableType,
  Kind,
  parse,
  valueFromAST,
} from 'graphql';
import type {
  DocumentNode,
  ExecutionResult,
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  OperationDefinitionNode,
  ValueNode,
} from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { Failure, invalidFields } from '../../src/errors.ts';
import type { Violation, ViolationCode } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import { furtherFaults } from './input-checks.ts';
import { mostFaults, readVariables } from './input-faults.ts';

type Values = Record<string, unknown>;

/** The arguments of the root fields of an operation whose variables are not valid, as far as they are. */
type RootArguments = { field: GraphQLField<unknown, unknown>; args: Values }[];

const argumentsOf = new WeakMap<object, () => RootArguments>();

/**
 * The error for variables that are not valid, which names all that is wrong with them. Null when they are.
 * `withFurtherFaults` completes it.
 */
export function refusedVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Values,
): GraphQLError | null {
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const { faults, nodes, values } = readVariables(schema, document, operation, variables);
  if (faults.length === 0) return null;
  const error = inputError(invalidFields(faults), nodes);
  argumentsOf.set(error, () => rootArguments(schema, operation, values));
  return error;
}

/**
 * Adds the faults that the checks of the operation itself find in those parts that could be read: all that is wrong with an input is told
 * at once (decisions D270). Other errors are returned unchanged, and over REST all are.
 */
export function withFurtherFaults(error: unknown, context: Context): unknown {
  const read = typeof error === 'object' && error !== null ? argumentsOf.get(error) : undefined;
  const failure = error instanceof GraphQLError ? error.originalError : null;
  if (!read || !(failure instanceof Failure) || context.apiInterface === 'rest') return error;
  const known = failure.details.violations ?? [];
  const further = read().flatMap(({ field, args }) => furtherFaults(field, args, context));
  return inputError(invalidFields(merged(known, further)), error instanceof GraphQLError ? error.nodes : []);
}

/**
 * The result of an operation that was not executed because of its variables.
 * @param otherwise the result when the variables are valid and something else is wrong: of several errors, only the first is shown
 */
export function refusedInput(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Values,
  context: Context,
  otherwise: ExecutionResult = {},
): ExecutionResult {
  const refused = refusedVariables(schema, document, operationName, variables);
  if (refused) return { errors: [withFurtherFaults(refused, context) as GraphQLError] };
  return { ...otherwise, errors: otherwise.errors?.slice(0, 1) ?? [] };
}

/**
 * Adds the faults of values that stand in the document itself, for which the document is refused. Everything that is not such a refusal
 * is returned unchanged.
 */
export function withFurtherLiteralFaults(
  errors: unknown,
  schema: GraphQLSchema,
  { query, operationName, variables }: { query: string; operationName: string | null | undefined; variables: Values },
  context: Context,
): unknown {
  const [error, ...others] = Array.isArray(errors) ? (errors as unknown[]) : [];
  if (!(error instanceof GraphQLError) || others.length > 0 || context.apiInterface === 'rest') return errors;
  const { fields, fieldCodes } = error.extensions as Record<string, Record<string, string> | undefined>;
  if (!fields || !fieldCodes) return errors;
  const document = parse(query);
  const operation = getOperationAST(document, operationName || null);
  if (!operation) return errors;
  const known = Object.entries(fields).map(([path, sentence]) => ({
    path,
    sentence,
    code: fieldCodes[path] as ViolationCode,
  }));
  const { faults, values } = readVariables(schema, document, operation, variables);
  const further = rootArguments(schema, operation, values).flatMap(({ field, args }) =>
    furtherFaults(field, args, context),
  );
  const all = inputError(invalidFields(merged(merged(known, faults), further)));
  return [Object.assign(all, { locations: error.locations })];
}

/** Violations of both lists, each path once, without what lies inside of a path that is already named. */
export function merged(known: readonly Violation[], further: readonly Violation[]): Violation[] {
  const isNamed = (path: string) => known.some((one) => path === one.path || path.startsWith(`${one.path}.`));
  return [...known, ...further.filter(({ path }) => !isNamed(path))].slice(0, mostFaults);
}

function rootArguments(schema: GraphQLSchema, operation: OperationDefinitionNode, values: Values): RootArguments {
  const type = schema.getRootType(operation.operation);
  return operation.selectionSet.selections.flatMap((node) => {
    const field = node.kind === Kind.FIELD ? type?.getFields()[node.name.value] : undefined;
    if (!type || !field || node.kind !== Kind.FIELD) return [];
    const args: Values = {};
    for (const { name, value } of node.arguments ?? []) {
      const argument = field.args.find((one) => one.name === name.value);
      if (argument) args[name.value] = partOf(value, argument.type, values);
    }
    return [{ field, args }];
  });
}

/** The value of a literal, with undefined in place of everything that is not valid. */
function partOf(node: ValueNode, type: GraphQLInputType, values: Values): unknown {
  const inner = getNullableType(type);
  if (node.kind === Kind.VARIABLE) return values[node.name.value];
  if (node.kind === Kind.LIST && isListType(inner)) return node.values.map((one) => partOf(one, inner.ofType, values));
  if (node.kind !== Kind.OBJECT || !isInputObjectType(inner)) return valueFromAST(node, type, values);
  const fields = inner.getFields();
  return Object.fromEntries(
    node.fields.flatMap(({ name, value }) => {
      const field = fields[name.value];
      return field ? [[name.value, partOf(value, field.type, values)]] : [];
    }),
  );
}
