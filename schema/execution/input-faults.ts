import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  GraphQLInt,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  typeFromAST,
  visit,
} from 'graphql';
import type {
  ASTNode,
  DocumentNode,
  GraphQLError,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  VariableDefinitionNode,
} from 'graphql';
import { Failure } from '../../src/errors.ts';
import type { Violation } from '../../src/errors.ts';
import { quoted } from './quoted.ts';

/** How many faults of an input are named. */
export const mostFaults = 20;

/** Thrown to end the coercion of an input with more faults. */
const enough = new Error('enough faults were found');

type Segment = string | number;

/** What is wrong with a value, or with what is inside of it. */
export type Fault = Pick<Violation, 'code' | 'sentence'> & { inside?: readonly string[] };

/** The path of a field inside of the input of a mutation, or below the argument of a field: `points.0.lat`, `first`. */
export function pathOf(segments: readonly Segment[]): string {
  const inside = segments[0] === 'input' && segments.length > 1 ? segments.slice(1) : segments;
  return inside.join('.');
}

/**
 * Where a node of a document stands: the names of the argument and of the fields that contain it. Empty outside of arguments.
 * @param keys the keys that lead from the document to the node, as `visit` passes them
 */
export function segmentsTo(document: ASTNode, keys: readonly (string | number)[]): Segment[] {
  let at: unknown = document;
  let segments: Segment[] = [];
  let before: string | number = '';
  for (const key of keys) {
    at = (at as Record<string | number, unknown>)[key];
    const { kind, name } = at as { kind?: Kind; name?: { value: string } };
    if (kind === Kind.ARGUMENT && name) segments = [name.value];
    else if (kind === Kind.OBJECT_FIELD && name) segments.push(name.value);
    else if (before === 'values' && typeof key === 'number') segments.push(key);
    before = key;
  }
  return segments;
}

/** Where each variable is used first. */
export function pathsOfVariables(document: DocumentNode): Map<string, Segment[]> {
  const paths = new Map<string, Segment[]>();
  visit(document, {
    VariableDefinition: () => false,
    Variable({ name }, _key, _parent, path) {
      const segments = segmentsTo(document, path);
      if (segments.length > 0 && !paths.has(name.value)) paths.set(name.value, segments);
    },
  });
  return paths;
}

/** What is not valid in the variables of an operation, each of which is read, and the definitions of those variables (decisions Q2). */
export function faultsOfVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Record<string, unknown>,
): { faults: Violation[]; nodes: VariableDefinitionNode[] } {
  const paths = pathsOfVariables(document);
  const found = new Map<string, Violation>();
  const nodes = new Set<VariableDefinitionNode>();
  for (const node of variableDefinitions) {
    const { variable, type: typeNode } = node;
    const name = variable.name.value;
    const prefix = paths.get(name) ?? [name];
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const open = new Map<string, Iterator<Fault>>();
    const add = (segments: readonly Segment[], faults: readonly Fault[]) => {
      nodes.add(node);
      for (const fault of faults.map((one) => violationAt([...prefix, ...segments], one)))
        if (!found.has(fault.path)) found.set(fault.path, fault);
      if (found.size >= mostFaults) throw enough;
    };
    try {
      if (Object.hasOwn(given, name) && given[name] !== undefined)
        coerceInputValue(given[name], type, (path, value, error) =>
          add(path, faultOfVariable(type, path, value, error, open)),
        );
      else if (!node.defaultValue && isNonNullType(type)) add([], [mustNotBeNull]);
    } catch (error) {
      if (error !== enough) throw error;
      break;
    }
  }
  return { faults: [...found.values()], nodes: [...nodes] };
}

/** What a field of an input says when it is null and may not be. */
export const mustNotBeNull = { code: 'REQUIRED', sentence: 'must not be null' } as const;

/** What is wrong with the value at a path of a variable. @param open the faults that are left of each input object */
function faultOfVariable(
  type: GraphQLInputType,
  path: readonly Segment[],
  value: unknown,
  error: GraphQLError,
  open: Map<string, Iterator<Fault>>,
): Fault[] {
  // It is only refused where it may not be null.
  if (value == null) return [mustNotBeNull];
  const position = typeAt(type, path);
  const named = getNamedType(position);
  if (!isInputObjectType(named) || typeof value !== 'object' || Array.isArray(value))
    return faultsOfValue(position, error, Number.isInteger(value));
  const key = JSON.stringify(path);
  const left = open.get(key) ?? faultsOfObject(named, value as Record<string, unknown>);
  open.set(key, left);
  const { value: fault } = left.next() as IteratorResult<Fault, undefined>;
  return fault ? [withHint(fault, named, error)] : [];
}

/** What is wrong with an input object, apart from what its fields contain, in the order in which graphql-js finds it. */
export function* faultsOfObject(type: GraphQLInputObjectType, sent: Record<string, unknown>): Generator<Fault, void> {
  const fields = type.getFields();
  for (const field of Object.values(fields))
    if (isRequiredInputField(field) && sent[field.name] === undefined)
      yield { code: 'REQUIRED', sentence: 'is required', inside: [field.name] };
  for (const name of Object.keys(sent)) if (!fields[name]) yield unknownField(type, name);
  yield { code: 'NOT_TOGETHER', sentence: 'must have exactly one field' };
}

/** What is wrong with a field that its input object does not have. */
export function unknownField({ name: type }: GraphQLInputObjectType, name: string): Fault {
  return { code: 'UNKNOWN_FIELD', sentence: `is not a field of ${type}`, inside: [name] };
}

/** A fault with the names that graphql-js suggests instead of an unknown one. */
export function withHint(fault: Fault, { name: type }: GraphQLNamedType, { message }: GraphQLError): Fault {
  const known = `Field "${fault.inside?.[0] ?? ''}" is not defined by type "${type}".`;
  if (fault.code !== 'UNKNOWN_FIELD' || !message.startsWith(known)) return fault;
  const hint = message.slice(known.length);
  return { ...fault, sentence: fault.sentence + (hint && `.${hint}`) };
}

/** The type of what stands at a path below a position. A list may be sent as its only item. */
function typeAt(type: GraphQLInputType, path: readonly Segment[]): GraphQLInputType {
  let at = type;
  for (const segment of path) {
    const named = getNamedType(at);
    const list = getNullableType(at);
    if (typeof segment === 'number' && isListType(list)) at = list.ofType;
    else if (isInputObjectType(named)) at = named.getFields()[segment]?.type ?? at;
  }
  return at;
}

/**
 * What is wrong with a value that is not of the type of its position, or that its scalar has refused.
 * @param error that of the scalar
 * @param isInteger whether it is an integer, of whatever size
 */
export function faultsOfValue(type: GraphQLInputType, error: GraphQLError, isInteger: boolean): Fault[] {
  const { originalError, extensions } = error;
  const failure = originalError instanceof Failure ? originalError : null;
  if (failure?.details.violations)
    // The reader of a track names its points below the name that they have over REST.
    return failure.details.violations.map(({ path, code, sentence }) => {
      const [, ...inside] = dotted(path).split('.');
      return { code, sentence, inside };
    });
  const violation = extensions['violation'] as Violation['code'] | undefined;
  if (violation) return [{ code: violation, sentence: error.message }];
  if (failure) return [{ code: 'TOO_LONG', sentence: failure.message.replace(/^\w+: /, '') }];
  const named = getNamedType(type);
  if (named === GraphQLInt && isInteger)
    return [{ code: 'OUT_OF_RANGE', sentence: 'must be a whole number between -2147483648 and 2147483647' }];
  if (isEnumType(named)) {
    const names = named.getValues().map(({ name }) => name);
    return [{ code: 'UNKNOWN_VALUE', sentence: `must be one of ${names.join(', ')}` }];
  }
  const kind = isInputObjectType(named) ? 'an object' : (kinds[named.name] ?? `of the type ${named.name}`);
  return [{ code: 'WRONG_TYPE', sentence: `must be ${kind}` }];
}

/** A fault at a position of the input. */
export function violationAt(segments: readonly Segment[], { code, sentence, inside = [] }: Fault): Violation {
  return { path: pathOf([...segments, ...inside.map(quoted)]), code, sentence };
}

const kinds: Readonly<Record<string, string>> = {
  Int: 'a whole number',
  Float: 'a number',
  String: 'a text',
  Boolean: 'true or false',
  ID: 'an id',
};

/** A path as GraphQL shows it: `points[3].lat` is `points.3.lat`. */
export function dotted(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, '.$1');
}
