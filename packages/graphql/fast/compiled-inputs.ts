import {
  getArgumentValues,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import type {
  FieldNode,
  GraphQLArgument,
  GraphQLError,
  GraphQLField,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLNullableType,
  GraphQLSchema,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql';

/*
 * Variables and arguments of compiled documents. Their types are looked up once, while graphql-js does that in each run
 * (docs/performance.md#compiled-documents). Only valid values are read here: for all others, graphql-js runs and says what is wrong.
 */

type Values = Record<string, unknown>;

type GraphQLNullableInputType = Extract<GraphQLInputType, GraphQLNullableType>;

/** Reads a value that was sent. @throws Error if it is not valid, without saying why */
type Coerce = (value: unknown) => unknown;

/** What `getVariableValues` of graphql-js returns. */
type Variables = { coerced: Values; errors?: never } | { coerced?: never; errors: readonly GraphQLError[] };

/** Reads the variables of an operation. */
type ReadVariables = (inputs: Values) => Variables;

/** Reads the arguments of a field from the variables. @throws GraphQLError for an argument that is not valid */
export type ReadArguments = (variables: Values) => Values;

/** Variables by name. Unlike other objects, it inherits no properties, which a variable could be called as. */
class NamedVariables {
  [name: string]: unknown;
}
Reflect.deleteProperty(NamedVariables.prototype, 'constructor');
Object.setPrototypeOf(NamedVariables.prototype, null);

/** Makes the function that reads the variables of an operation, with the results and errors of graphql-js. */
export function compileVariables(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): ReadVariables {
  const explained: ReadVariables = (inputs) => getVariableValues(schema, definitions, inputs, { maxErrors: 1 });
  const readers: ((inputs: Values, coerced: Values) => void)[] = [];
  for (const { type: node, variable, defaultValue } of definitions) {
    const type = typeFromAST(schema, node);
    const name = variable.name.value;
    if (!isInputType(type)) return explained;
    const coerce = coerceOf(type);
    readers.push((inputs, coerced) => {
      if (Object.hasOwn(inputs, name)) coerced[name] = coerce(inputs[name]);
      else if (defaultValue) coerced[name] = valueFromAST(defaultValue, type);
      else if (isNonNullType(type)) throw notValid();
    });
  }
  return (inputs) => {
    const coerced = new NamedVariables();
    try {
      for (const read of readers) read(inputs, coerced);
      return { coerced };
    } catch {
      return explained(inputs);
    }
  };
}

/** Makes the function that reads the arguments of a field, with the results and errors of graphql-js. */
export function compileArguments(definition: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  const explained: ReadArguments = (variables) => getArgumentValues(definition, node, variables);
  const readers = definition.args.map((argument) => {
    const given = node.arguments?.find(({ name }) => name.value === argument.name);
    return argumentReader(argument, given?.value);
  });
  return (variables) => {
    const values: Values = {};
    for (const read of readers) if (!read(variables, values)) return explained(variables);
    return values;
  };
}

/** Reads an argument into the values of all. Returns false if it is not valid. */
type ReadArgument = (variables: Values, values: Values) => boolean;

function argumentReader({ name, type, defaultValue }: GraphQLArgument, node: ValueNode | undefined): ReadArgument {
  const mayBeMissing = !isNonNullType(type);
  const missing: ReadArgument = (_variables, values) => {
    if (defaultValue === undefined) return mayBeMissing;
    values[name] = defaultValue;
    return true;
  };
  if (!node) return missing;
  const present = (values: Values, value: unknown) => {
    if (value === undefined || (value === null && !mayBeMissing)) return false;
    values[name] = value;
    return true;
  };
  if (node.kind !== Kind.VARIABLE) return (variables, values) => present(values, valueFromAST(node, type, variables));
  const variable = node.name.value;
  return (variables, values) =>
    Object.hasOwn(variables, variable) ? present(values, variables[variable]) : missing(variables, values);
}

function coerceOf(type: GraphQLInputType): Coerce {
  if (!isNonNullType(type)) {
    const some = coerceSomeOf(type);
    return (value) => (value == null ? null : some(value));
  }
  const some = coerceSomeOf(type.ofType);
  return (value) => {
    if (value == null) throw notValid();
    return some(value);
  };
}

/** Reads values that are not null. */
function coerceSomeOf(type: GraphQLNullableInputType): Coerce {
  if (isListType(type)) {
    const item = coerceOf(type.ofType);
    return (value) => {
      if (!Array.isArray(value)) throw notValid();
      return Array.from(value, item);
    };
  }
  if (!isInputObjectType(type))
    return (value) => {
      const parsed: unknown = type.parseValue(value);
      if (parsed === undefined) throw notValid();
      return parsed;
    };
  // Made when it is first used, because input objects may contain themselves.
  let coerce: Coerce | undefined;
  return (value) => (coerce ??= coerceObject(type))(value);
}

function coerceObject(type: GraphQLInputObjectType): Coerce {
  if (type.isOneOf)
    return () => {
      throw notValid();
    };
  const fields = Object.values(type.getFields()).map((field) => ({ ...field, coerce: coerceOf(field.type) }));
  const names = new Set(fields.map(({ name }) => name));
  return (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) throw notValid();
    const sent = value as Values;
    for (const name of Object.keys(sent)) if (!names.has(name)) throw notValid();
    const coerced: Values = {};
    for (const { name, type, defaultValue, coerce } of fields) {
      const part = sent[name];
      if (part !== undefined) coerced[name] = coerce(part);
      else if (defaultValue !== undefined) coerced[name] = defaultValue;
      else if (isNonNullType(type)) throw notValid();
    }
    return coerced;
  };
}

const notValid = () => new Error('not valid');
