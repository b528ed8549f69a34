import { Kind } from 'graphql';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** The names of the fields that a selection contains. Documents that come again are parsed once, and so are their nodes. */
type Known = WeakMap<SelectionSetNode, ReadonlySet<string>>;
const known: Known = new WeakMap();
/** The same of connections, with the fields of their nodes in the place of those that lead to them. */
const knownOfNodes: Known = new WeakMap();
const toNodes: ReadonlySet<string> = new Set(['nodes', 'edges', 'node']);

/** Whether the field that is being resolved selects a field of this name, by itself or in a fragment, in any condition. */
export function selects(info: GraphQLResolveInfo, name: string): boolean {
  return isAmong(info, name, known);
}

/** Whether the connection that is being resolved selects a field of this name of its nodes, as `selects` does. */
export function nodesSelect(info: GraphQLResolveInfo, name: string): boolean {
  return isAmong(info, name, knownOfNodes, toNodes);
}

function isAmong(info: GraphQLResolveInfo, name: string, names: Known, through?: ReadonlySet<string>): boolean {
  return info.fieldNodes.some(
    ({ selectionSet }) => selectionSet && namesIn(selectionSet, info.fragments, names, through).has(name),
  );
}

/** @param through the fields in the place of which their own selections count */
function namesIn(
  set: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
  found: Known,
  through?: ReadonlySet<string>,
): ReadonlySet<string> {
  let names = found.get(set);
  if (!names) {
    // The document was validated before, so that fragments do not contain themselves.
    const nested = set.selections.map((selection): Iterable<string> => {
      if (selection.kind === Kind.FIELD && !through?.has(selection.name.value)) return [selection.name.value];
      const inner = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      return inner?.selectionSet ? namesIn(inner.selectionSet, fragments, found, through) : [];
    });
    found.set(set, (names = new Set(nested.flatMap((some) => [...some]))));
  }
  return names;
}
