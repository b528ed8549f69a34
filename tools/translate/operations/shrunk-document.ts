import { getNamedType, getOperationAST, isAbstractType, Kind, print, typeFromAST, visit } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLCompositeType,
  GraphQLSchema,
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
  const isKept = (path: string) => paths === null || paths.has(path);
  const selectionSet = new Shrinking(schema, document, isKept).set(operation.selectionSet, root, '');
  const used = new Set<string>();
  visit(selectionSet, { Variable: (variable) => void used.add(variable.name.value) });
  const variableDefinitions =
    operation.variableDefinitions?.filter(({ variable }) => used.has(variable.name.value)) ?? [];
  const definition = {
    ...operation,
    name: { kind: Kind.NAME, value: name } as const,
    variableDefinitions,
    selectionSet,
  };
  return { kind: Kind.DOCUMENT, definitions: [definition] };
}

class Shrinking {
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #isKept: (path: string) => boolean;

  constructor(schema: GraphQLSchema, document: DocumentNode, isKept: (path: string) => boolean) {
    this.#schema = schema;
    this.#document = document;
    this.#isKept = isKept;
  }

  /** The selections of an object that are kept. @param at the path of the object, empty for the root */
  set({ selections, ...rest }: SelectionSetNode, type: GraphQLCompositeType, at: string): SelectionSetNode {
    const all = selections.flatMap((each) => this.#selection(each, type, at));
    const texts = all.map((each) => print(each));
    return { ...rest, selections: all.filter((_, i) => texts.indexOf(texts[i] ?? '') === i) };
  }

  #selection(selection: SelectionNode, type: GraphQLCompositeType, at: string): readonly SelectionNode[] {
    if (selection.kind === Kind.FIELD) return this.#field(selection, type, at);
    const spread = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragment(selection.name.value) : selection;
    const condition = spread.typeCondition && (typeFromAST(this.#schema, spread.typeCondition) as GraphQLCompositeType);
    const selectionSet = this.set(spread.selectionSet, condition ?? type, at);
    const { directives = [] } = selection;
    const isOfAll = !condition || condition === type || (isAbstractType(condition) && !isAbstractType(type));
    if (isOfAll && directives.length === 0) return selectionSet.selections;
    if (selectionSet.selections.length === 0) return [];
    const { typeCondition } = spread;
    return [{ kind: Kind.INLINE_FRAGMENT, ...(typeCondition ? { typeCondition } : {}), directives, selectionSet }];
  }

  #field(field: FieldNode, type: GraphQLCompositeType, at: string): readonly FieldNode[] {
    const path = `${at === '' ? '' : `${at}.`}${(field.alias ?? field.name).value}`;
    if (!field.selectionSet) return at === '' || this.#isKept(path) || field.name.value === '__typename' ? [field] : [];
    const of = 'getFields' in type ? type.getFields()[field.name.value]?.type : undefined;
    const selectionSet = this.set(field.selectionSet, getNamedType(of) as GraphQLCompositeType, path);
    const isEmpty = selectionSet.selections.every((one) => one.kind === Kind.FIELD && one.name.value === '__typename');
    if (!isEmpty) return [{ ...field, selectionSet }];
    return at === '' ? [{ ...field, selectionSet: { ...selectionSet, selections: [typename] } }] : [];
  }

  #fragment(name: string) {
    const found = this.#document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
    );
    if (found?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`the document has no fragment ${name}`);
    return found;
  }
}
