import { Kind } from 'graphql';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** The names of the fields that a field selects. Documents that come again are parsed once, and so are their nodes. */
const known = new WeakMap<SelectionSetNode, ReadonlySet<string>>();

/** Whether the field that is being resolved selects a field of this name, by itself or in a fragment, in any condition. */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some(({ selectionSet }) => selectionSet && namesIn(selectionSet, fragments).has(name));
}

function namesIn(set: SelectionSetNode, fragments: GraphQLResolveInfo['fragments']): ReadonlySet<string> {
  let names = known.get(set);
  if (!names) {
    // The document was validated before, so that fragments do not contain themselves.
    const nested = set.selections.map((selection): Iterable<string> => {
      if (selection.kind === Kind.FIELD) return [selection.name.value];
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
      return inner ? namesIn(inner.selectionSet, fragments) : [];
    });
    known.set(set, (names = new Set(nested.flatMap((some) => [...some]))));
  }
  return names;
}
