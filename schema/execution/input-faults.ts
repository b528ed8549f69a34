import {
  coerceInputValue,
  GraphQLError,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  Kind,
  typeFromAST,
  valueFromAST,
  visit,
} from 'graphql';
import type {
  ASTNode,
  DocumentNode,
  GraphQLInputType,
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

/** What is not valid in the variables of an operation, and the values of those parts that are. */
interface ReadVariables {
  faults: Violation[];
  /** The definitions of the faulty variables. */
  nodes: VariableDefinitionNode[];
  /** Faulty fields are undefined. */
  values: Record<string, unknown>;
}

/** Reads all variables, where graphql-js stops, and finds what is not valid in them (decisions D270). */
export function readVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Record<string, unknown>,
): ReadVariables {
  const paths = pathsOfVariables(document);
  const found = new Map<string, Violation>();
  const values: Record<string, unknown> = {};
  const nodes = new Set<VariableDefinitionNode>();
  for (const node of variableDefinitions) {
    const { variable, type: typeNode, defaultValue } = node;
    const name = variable.name.value;
    const prefix = paths.get(name) ?? [name];
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const add = (segments: readonly Segment[], error: GraphQLError) => {
      nodes.add(node);
      for (const fault of faultsIn(schema, error, [...prefix, ...segments]))
        if (!found.has(fault.path)) found.set(fault.path, fault);
      if (found.size >= mostFaults) throw enough;
    };
    try {
      if (Object.hasOwn(given, name) && given[name] !== undefined)
        values[name] = coerceInputValue(given[name], type, (path, _value, error) => add(path, error));
      else if (defaultValue) values[name] = valueFromAST(defaultValue, type);
      else if (isNonNullType(type)) add([], new GraphQLError(`Expected non-nullable type "${type}" not to be null.`));
    } catch (error) {
      if (error !== enough) throw error;
      break;
    }
  }
  return { faults: [...found.values()], nodes: [...nodes], values };
}

/** What is wrong at a path of an input, from the error with which graphql-js or a scalar refused it. */
export function faultsIn(
  schema: Pick<GraphQLSchema, 'getType'>,
  error: GraphQLError,
  segments: readonly Segment[],
): Violation[] {
  const { message, originalError, extensions } = error;
  const failure = originalError instanceof Failure ? originalError : null;
  if (failure?.details.violations)
    // The reader of a track names its points below the name that they have over REST.
    return failure.details.violations.map(({ path, code, sentence }) => {
      const [, ...inside] = dotted(path).split('.');
      return { path: pathOf([...segments, ...inside]), code, sentence };
    });
  const fault = (code: Violation['code'], sentence: string, ...further: Segment[]): Violation[] => [
    { path: pathOf([...segments, ...further]), code, sentence },
  ];
  const violation = extensions['violation'] as Violation['code'] | undefined;
  if (violation) return fault(violation, message);
  if (failure) return fault('TOO_LONG', failure.message.replace(/^\w+: /, ''));
  const missing = /^Field "(?:\w+\.)?(\w+)" of required type/.exec(message)?.[1];
  if (missing) return fault('REQUIRED', 'is required', missing);
  const [, unknown, type, hint = ''] = /^Field "(.*)" is not defined by type "(\w+)"\.(.*)$/s.exec(message) ?? [];
  if (unknown !== undefined)
    return fault('UNKNOWN_FIELD', `is not a field of ${type}${hint && `.${hint}`}`, quoted(unknown));
  if (/^Expected non-nullable type|, found null\.$|must be non-null\.$/.test(message))
    return fault('REQUIRED', 'must not be null');
  if (/^Exactly one key|OneOf/.test(message)) return fault('NOT_TOGETHER', 'must have exactly one field');
  if (message.startsWith('Int cannot represent non 32-bit'))
    return fault('OUT_OF_RANGE', 'must be a whole number between -2147483648 and 2147483647');
  const [, ofEnum] = /"(\w+)" enum|^Enum "(\w+)"/.exec(message)?.filter((part) => part !== undefined) ?? [];
  const enumType = ofEnum === undefined ? undefined : schema.getType(ofEnum);
  if (isEnumType(enumType))
    return fault(
      'UNKNOWN_VALUE',
      `must be one of ${enumType
        .getValues()
        .map(({ name }) => name)
        .join(', ')}`,
    );
  const [, builtIn = ''] = /^(Int|Float|String|Boolean|ID) cannot represent/.exec(message) ?? [];
  if (builtIn) return fault('WRONG_TYPE', `must be ${kinds[builtIn]}`);
  const [, expected = ''] = /^Expected (?:value of )?type "([^"]+)"/.exec(message) ?? [];
  const isObject = isInputObjectType(schema.getType(expected.replaceAll(/[[\]!]/g, '')));
  return fault('WRONG_TYPE', isObject ? 'must be an object' : `must be of the type ${expected}`);
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
