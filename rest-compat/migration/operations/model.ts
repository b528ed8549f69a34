import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import type {
  DocumentNode,
  GraphQLInputType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { selectedFields } from '../document-types.ts';

/** A type as programs in Swift or Kotlin have it. */
export interface Shape {
  /** The name of a scalar, enum or input, or the fields of an object of an answer. */
  of: string | readonly Member[];
  isNullable: boolean;
  /** Whether it is a list, of which `of` is each item. */
  isList: boolean;
  isItemNullable: boolean;
}

/** A variable, a field of an input, or a field of an answer. */
export interface Member {
  name: string;
  shape: Shape;
}

/** Enums with their values, and inputs with their fields, by their names. */
export interface Declared {
  enums: Map<string, readonly string[]>;
  inputs: Map<string, readonly Member[]>;
}

/**
 * The variables and the answer of an operation.
 * @param declared receives the enums and inputs that they name
 */
export function modelOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  declared: Declared,
): { variables: readonly Member[]; result: readonly Member[] } {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return { variables: [], result: [] };
  const named = (type: GraphQLInputType | GraphQLOutputType): string => {
    const of = getNamedType(type);
    if (isEnumType(of))
      declared.enums.set(
        of.name,
        of.getValues().map(({ name }) => name),
      );
    if (isInputObjectType(of) && !declared.inputs.has(of.name)) {
      // An input may contain itself.
      declared.inputs.set(of.name, []);
      const fields = Object.values(of.getFields()).map(({ name, type: each, defaultValue }) => ({
        name,
        shape: { ...shapeOf(each, named(each)), ...(defaultValue === undefined ? {} : { isNullable: true }) },
      }));
      declared.inputs.set(of.name, fields);
    }
    return of.name;
  };
  const resultOf = (type: GraphQLOutputType, sets: readonly SelectionSetNode[]): Shape['of'] => {
    const of = getNamedType(type);
    return isLeafType(of) ? named(of) : membersOf(of as GraphQLObjectType, sets);
  };
  /** The fields of an object. Those that not every possible type of it has are nullable. */
  const membersOf = (type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Member[] => {
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    const all = possible.map((each) => selectedFields(schema, document, each, sets));
    const names = new Set(all.flatMap((fields) => fields.map(({ name }) => name)));
    return [...names].map((name) => {
      const found = all.flatMap((fields) => fields.filter((field) => field.name === name));
      const [first] = found as [(typeof found)[number]];
      const below = found.flatMap((field) => field.sets);
      const shape = shapeOf(first.type, resultOf(first.type, below));
      const isAlways = found.length === possible.length && !found.some(({ isOptional }) => isOptional);
      return { name, shape: { ...shape, isNullable: shape.isNullable || !isAlways } };
    });
  };
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const of = typeFromAST(schema, type as never) as GraphQLInputType;
    const shape = shapeOf(of, named(of));
    return {
      name: variable.name.value,
      shape: { ...shape, isNullable: shape.isNullable || defaultValue !== undefined },
    };
  });
  return { variables, result: membersOf(root, [operation.selectionSet]) };
}

function shapeOf(type: GraphQLInputType | GraphQLOutputType, of: Shape['of']): Shape {
  const inner = isNonNullType(type) ? type.ofType : type;
  const isItemNullable = isListType(inner) && !isNonNullType(inner.ofType);
  return { of, isNullable: !isNonNullType(type), isList: isListType(inner), isItemNullable };
}
