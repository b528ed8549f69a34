import { getOperationAST, Kind } from 'graphql';
import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import type { CountedField } from './count-cost.ts';
import type { Prices } from './prices-of-fields.ts';

/** A field with subfields, as the answer contains it. */
interface Part extends CountedField {
  /** Its name in the answer. */
  key: string;
  /** The name of the list of a page, if it was selected. */
  items: string | undefined;
  parts: readonly Part[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the fields with subfields of an operation. If a field is selected twice under one name, only the first selection
 * counts, because the answer contains it once.
 */
export function partsOf(
  document: DocumentNode,
  operationName: string | null | undefined,
  counted: ReadonlyMap<FieldNode, CountedField>,
  { lists }: Pick<Prices, 'lists'>,
): readonly Part[] {
  const fragments = fragmentsOf(document);
  const partsIn = (selectionSet: SelectionSetNode | undefined): readonly Part[] => {
    const parts = new Map<string, Part>();
    for (const field of fieldsIn(selectionSet, fragments)) {
      const key = keyOf(field);
      const count = counted.get(field);
      if (!count || parts.has(key)) continue;
      const items = count.form === 'page' ? itemsOf(field, fragments, lists) : undefined;
      parts.set(key, { ...count, key, items, parts: partsIn(field.selectionSet) });
    }
    return [...parts.values()];
  };
  return partsIn(getOperationAST(document, operationName)?.selectionSet);
}

/** The fragments of a document by their names. */
export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  return fragments;
}

/** Returns the fields of a selection and of all its fragments. The answer shows which fragments applied. */
export function fieldsIn(
  selectionSet: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  seen = new Set<string>(),
): FieldNode[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, fragments, seen);
    const { value: name } = selection.name;
    if (seen.has(name)) return [];
    seen.add(name);
    return fieldsIn(fragments.get(name)?.selectionSet, fragments, seen);
  });
}

function itemsOf(
  field: FieldNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  lists: ReadonlySet<string>,
): string | undefined {
  const list = fieldsIn(field.selectionSet, fragments).find(({ name }) => lists.has(name.value));
  return list && keyOf(list);
}

/** The name of a field in the answer. */
export function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** Returns the points of the estimate for values that the answer does not contain. Negative if lists are longer than estimated. */
export function unused(parts: readonly Part[], row: unknown, unitsIn: Prices['unitsIn']): number {
  let points = 0;
  for (const part of parts) {
    const value = (row as Row)[part.key];
    // The field belongs to another type or was skipped.
    if (value === undefined) continue;
    if (value === null) points += part.size * part.each;
    // A long text is charged by its bytes.
    else if (part.form === 'text') points += part.size;
    else if (part.form === 'bulk') points += (part.size - unitsIn(value)) * part.each;
    else if (Array.isArray(value)) points += unusedInList(part, value, unitsIn);
    else {
      if (part.items !== undefined) points += unusedInPage(part, (value as Row)[part.items]);
      if (part.parts.length > 0) points += unused(part.parts, value, unitsIn);
    }
  }
  return points;
}

function unusedInList(
  { form, size, each, parts }: Part,
  items: readonly unknown[],
  unitsIn: Prices['unitsIn'],
): number {
  let points = 0;
  let count = 0;
  for (const item of items) {
    if (item === null) continue;
    count++;
    if (parts.length > 0) points += unused(parts, item, unitsIn);
  }
  return form === 'list' ? points + (size - count) * each : points;
}

function unusedInPage({ size, each }: Part, items: unknown): number {
  return Array.isArray(items) ? (size - items.length) * each : 0;
}
