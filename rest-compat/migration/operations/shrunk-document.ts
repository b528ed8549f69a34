import { getNamedType, getOperationAST, isAbstractType, isLeafType, Kind, typeFromAST, visit } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';

/** Stands for the fields of an object of which none is kept. */
const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/**
 * The operation of a document with some of its fields, its fragments in their places, and without variables that nothing uses.
 * Root fields stay, since they are what the operation does.
 * @param name of the operation
 * @param kept the paths in the result that stay, such as `feed.nodes[].id`; null for all
 */
export function shrunkDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string,
  kept: readonly string[] | null,
): DocumentNode {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return document;
  const paths = kept && new Set(kept.map((path) => path.replaceAll('[]', '')));
  const selections = withFields(schema, document, operation.selectionSet, root, '', paths);
  return {
    kind: Kind.DOCUMENT,
    definitions: [withoutUnused({ ...operation, name: named(name), selectionSet: selections })],
  };
}

const named = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** @param at the path of the object, empty for the root */
function withFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  at: string,
  kept: ReadonlySet<string> | null,
): SelectionSetNode {
  const found = new Map<string, SelectionNode>();
  const add = (selection: SelectionNode) => {
    const key = selection.kind === Kind.FIELD ? (selection.alias ?? selection.name).value : `${found.size}`;
    const before = found.get(key);
    const isBoth =
      before?.kind === Kind.FIELD && selection.kind === Kind.FIELD && before.selectionSet && selection.selectionSet;
    if (!isBoth) return void found.set(key, selection);
    const all = [...before.selectionSet.selections, ...selection.selectionSet.selections];
    const merged = withFields(
      schema,
      document,
      { ...selection.selectionSet, selections: all },
      typeOf(before, type),
      '',
      null,
    );
    found.set(key, { ...before, selectionSet: merged });
  };
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const field = keptField(selection);
      if (field) add(field);
      continue;
    }
    const spread = selection.kind === Kind.FRAGMENT_SPREAD ? fragmentOf(document, selection.name.value) : selection;
    const condition = (spread.typeCondition && typeFromAST(schema, spread.typeCondition)) || type;
    const inside = withFields(schema, document, spread.selectionSet, condition, at, kept);
    const isOfAll = condition === type || (isAbstractType(condition) && !isAbstractType(type));
    const { directives = [] } = selection;
    if (isOfAll && directives.length === 0) inside.selections.forEach(add);
    else if (inside.selections.length > 0)
      add({
        kind: Kind.INLINE_FRAGMENT,
        typeCondition: { kind: Kind.NAMED_TYPE, name: named(condition.name) },
        directives,
        selectionSet: inside,
      });
  }
  return { kind: Kind.SELECTION_SET, selections: [...found.values()] };

  function keptField(field: FieldNode): FieldNode | null {
    const path = `${at === '' ? '' : `${at}.`}${(field.alias ?? field.name).value}`;
    if (!field.selectionSet)
      return !kept || at === '' || kept.has(path) || field.name.value === '__typename' ? field : null;
    const inside = withFields(schema, document, field.selectionSet, typeOf(field, type), path, kept);
    const isBare = inside.selections.every((one) => one.kind === Kind.FIELD && one.name.value === '__typename');
    if (!isBare) return { ...field, selectionSet: inside };
    return at === '' ? { ...field, selectionSet: { ...inside, selections: [typename] } } : null;
  }

  function typeOf(field: FieldNode, parent: GraphQLNamedType): GraphQLNamedType {
    const definition = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined;
    const of = definition && getNamedType(definition.type);
    return of && !isLeafType(of) ? (of as GraphQLNamedType) : parent;
  }
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode {
  const found = document.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name);
  if (found?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`the document has no fragment ${name}`);
  return found;
}

/** An operation without the variables that nothing in it uses. */
function withoutUnused(operation: OperationDefinitionNode): OperationDefinitionNode {
  const used = new Set<string>();
  visit({ ...operation, variableDefinitions: [] }, { Variable: ({ name }) => void used.add(name.value) });
  const { variableDefinitions = [] } = operation;
  return {
    ...operation,
    variableDefinitions: variableDefinitions.filter(({ variable }) => used.has(variable.name.value)),
  };
}
