import { getNamedType, getOperationAST, isEnumType, isInputObjectType, Kind, typeFromAST } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import { elementOf } from './elements.ts';
import type { Element, Via } from './elements.ts';
import { readerOf } from './used-values.ts';
import type { ReadValue } from './used-values.ts';

/** What an operation uses of the schema. */
export interface OperationUses {
  /** What stands in the document, in fragments as well. It does not depend on directives. */
  readonly elements: ReadonlySet<Element>;
  /** What was used, as entries of the ledger. */
  readonly entries: Readonly<Record<Via, readonly string[]>>;
  /** The variables with values that are elements of the schema, and what finds these. */
  readonly readers: readonly (readonly [variable: string, read: ReadValue])[];
}

/** The uses of each document by the name of the operation. Parsed documents are cached elsewhere. */
const known = new WeakMap<DocumentNode, Map<string, OperationUses>>();

/** Returns what an operation of a valid document uses. */
export function usesOf(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): OperationUses {
  let ofDocument = known.get(document);
  if (!ofDocument) known.set(document, (ofDocument = new Map()));
  const key = operationName ?? '';
  let uses = ofDocument.get(key);
  if (!uses) ofDocument.set(key, (uses = findUses(schema, document, getOperationAST(document, operationName))));
  return uses;
}

function findUses(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode | null | undefined,
): OperationUses {
  const walk: Walk = { schema, document, found: new Set(), seen: new Set() };
  const readers: [string, ReadValue][] = [];
  const root = operation && schema.getRootType(operation.operation);
  if (operation && root) selected(walk, root, operation.selectionSet);
  for (const { variable, type: node, defaultValue } of operation?.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node) as GraphQLInputType;
    if (defaultValue) written(walk, type, defaultValue);
    const read = readerOf(schema, type);
    if (read) readers.push([variable.name.value, read]);
  }
  const entries = (via: Via) => Array.from(walk.found, (element) => element.entries[via]);
  return {
    elements: walk.found,
    entries: { text: entries('text'), known: entries('known'), rest: entries('rest') },
    readers,
  };
}

interface Walk {
  schema: GraphQLSchema;
  document: DocumentNode;
  found: Set<Element>;
  /** The fragments that were read, each of which is read once. */
  seen: Set<string>;
}

function selected(walk: Walk, type: GraphQLNamedType, { selections }: SelectionSetNode): void {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) usedField(walk, type, node);
    else if (node.kind === Kind.INLINE_FRAGMENT)
      selected(walk, typeNamed(walk, node.typeCondition?.name.value) ?? type, node.selectionSet);
    else if (!walk.seen.has(node.name.value)) {
      walk.seen.add(node.name.value);
      for (const one of walk.document.definitions)
        if (one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value)
          selected(walk, typeNamed(walk, one.typeCondition.name.value) ?? type, one.selectionSet);
    }
  }
}

function typeNamed({ schema }: Walk, name: string | undefined): GraphQLNamedType | undefined {
  return name === undefined ? undefined : schema.getType(name);
}

/** Fields that every schema has are no elements of this one. */
function usedField(walk: Walk, type: GraphQLNamedType, { name, arguments: given, selectionSet }: FieldNode): void {
  const field = 'getFields' in type && !isInputObjectType(type) ? type.getFields()[name.value] : undefined;
  if (!field) return;
  const coordinate = `${type.name}.${field.name}`;
  walk.found.add(elementOf(walk.schema, 'field', coordinate));
  for (const argument of given ?? []) {
    walk.found.add(elementOf(walk.schema, 'argument', `${coordinate}(${argument.name.value}:)`));
    const declared = field.args.find((one) => one.name === argument.name.value);
    if (declared) written(walk, declared.type, argument.value);
  }
  if (selectionSet) selected(walk, getNamedType(field.type), selectionSet);
}

/** Finds what a value in the text of the document uses. */
function written(walk: Walk, type: GraphQLInputType, node: ValueNode): void {
  const named = getNamedType(type);
  if (node.kind === Kind.LIST) for (const item of node.values) written(walk, type, item);
  else if (node.kind === Kind.ENUM && isEnumType(named))
    walk.found.add(elementOf(walk.schema, 'value', `${named.name}.${node.value}`));
  else if (node.kind === Kind.OBJECT && isInputObjectType(named))
    for (const { name, value } of node.fields) {
      const field = named.getFields()[name.value];
      if (!field) continue;
      walk.found.add(elementOf(walk.schema, 'input', `${named.name}.${field.name}`));
      written(walk, field.type, value);
    }
}
