import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
} from 'graphql';
import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';

/** The TypeScript types of scalars, as JSON contains them. */
const scalars: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
  DatabaseId: 'number',
  Track: '{ lat: number; lng: number; time?: string; elev?: number }[]',
};

/** A selected field of an object type, with the name under which it is answered. */
export interface SelectedField {
  name: string;
  field: string;
  type: GraphQLOutputType;
  /** The selections of the field, if it has any. */
  sets: SelectionSetNode[];
  /** Whether `@skip` or `@include` may leave it out. */
  isOptional: boolean;
}

/** Returns the fields that selections have for an object type. Fragments are resolved and equal names are merged. */
export function selectedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): SelectedField[] {
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  const found = new Map<string, SelectedField>();
  const add = (set: SelectionSetNode, optional: boolean): void => {
    for (const selection of set.selections) {
      const isOptional = optional || (selection.directives ?? []).length > 0;
      if (selection.kind === Kind.FIELD) {
        const field = selection.name.value;
        const name = selection.alias?.value ?? field;
        const definition = type.getFields()[field];
        const before = found.get(name);
        const sets = [...(before?.sets ?? []), ...(selection.selectionSet ? [selection.selectionSet] : [])];
        const always = before !== undefined && !before.isOptional;
        const of = definition?.type ?? (schema.getType('String') as never);
        found.set(name, { name, field, type: of, sets, isOptional: isOptional && !always });
        continue;
      }
      const spread = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const condition = spread?.typeCondition && typeFromAST(schema, spread.typeCondition);
      const applies =
        !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
      if (spread && applies) add(spread.selectionSet, isOptional);
    }
  };
  for (const set of sets) add(set, false);
  return [...found.values()];
}

/**
 * Returns TypeScript types for the variables and the result of a document with one operation, with the enums and inputs that they
 * need.
 */
export function typesOfDocument(schema: GraphQLSchema, document: DocumentNode): string {
  const named = new Map<string, string>();
  return [typesOfOperation(schema, document, named), ...named.values()].join('\n\n');
}

/** The types without those enums and inputs. @param named receives them by their names */
export function typesOfOperation(schema: GraphQLSchema, document: DocumentNode, named: Map<string, string>): string {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return '';
  const name = operation.name?.value ?? 'Operation';
  const input = (type: GraphQLInputType): string => {
    if (isNonNullType(type)) return notNull(type.ofType);
    return `${notNull(type)} | null`;
  };
  const notNull = (type: GraphQLInputType): string => {
    if (isNonNullType(type)) return notNull(type.ofType);
    if (isListType(type)) return listOf(input(type.ofType));
    return reference(type, named, input);
  };
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const of = typeFromAST(schema, type as never) as GraphQLInputType;
    const isRequired = isNonNullType(of) && defaultValue === undefined;
    return `  ${variable.name.value}${isRequired ? '' : '?'}: ${input(of)};`;
  });
  const result = resultType(schema, document, root, [operation.selectionSet], named, input, '');
  return [
    `export interface ${name}Variables {${variables.length > 0 ? `\n${variables.join('\n')}\n` : ''}}`,
    `export interface ${name}Result ${result}`,
  ].join('\n\n');
}

type Input = (type: GraphQLInputType) => string;

/** The name of an enum or input, which is declared once, or the type of a scalar. */
function reference(type: GraphQLNamedType, named: Map<string, string>, input: Input): string {
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => `'${value.name}'`);
    named.set(type.name, `export type ${type.name} = ${values.join(' | ')};`);
    return type.name;
  }
  if (!isInputObjectType(type)) return scalars[type.name] ?? 'string';
  if (!named.has(type.name)) {
    // An input may contain itself.
    named.set(type.name, '');
    const fields = Object.values(type.getFields()).map(
      (field) =>
        `  ${field.name}${isNonNullType(field.type) && field.defaultValue === undefined ? '' : '?'}: ${input(field.type)};`,
    );
    named.set(type.name, `export interface ${type.name} {\n${fields.join('\n')}\n}`);
  }
  return type.name;
}

/** The type of an object in a result, and a union of such types if the object has several. */
function resultType(
  schema: GraphQLSchema,
  document: DocumentNode,
  type: GraphQLNamedType,
  sets: readonly SelectionSetNode[],
  named: Map<string, string>,
  input: Input,
  indent: string,
): string {
  const inner = `${indent}  `;
  const written = (of: GraphQLOutputType, below: readonly SelectionSetNode[]): string =>
    isNonNullType(of) ? bare(of.ofType, below) : `${bare(of, below)} | null`;
  const bare = (of: GraphQLOutputType, below: readonly SelectionSetNode[]): string => {
    if (isNonNullType(of)) return bare(of.ofType, below);
    if (isListType(of)) return listOf(written(of.ofType, below));
    return isLeafType(of)
      ? reference(of, named, input)
      : resultType(schema, document, getNamedType(of), below, named, input, inner);
  };
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type as GraphQLObjectType];
  const texts = possible.map((each) => {
    const fields = selectedFields(schema, document, each, sets).map(
      ({ name, field, type: of, sets: below, isOptional }) =>
        `${inner}${name}${isOptional ? '?' : ''}: ${field === '__typename' ? `'${each.name}'` : written(of, below)};`,
    );
    return fields.length === 0 ? 'object' : `{\n${fields.join('\n')}\n${indent}}`;
  });
  return [...new Set(texts)].join(' | ');
}

function listOf(text: string): string {
  return /[|\s]/.test(text) ? `(${text})[]` : `${text}[]`;
}
