import { Kind } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode, GraphQLError, SelectionSetNode } from 'graphql';
import { refusedDocument } from './limits.ts';

/** The largest number of selection sets that are visited: nested fragments can produce very many from a short document. */
const mostVisits = 20_000;

/** A path of the answer, and the selection sets that select its fields. */
interface Place {
  sets: SelectionSetNode[];
  depth: number;
}

/** Deeper documents are refused for their depth. */
const deepest = 30;

/**
 * Refuses documents in which too many fields have the same name in one place of the answer, because validation compares each
 * pair of them, which takes quadratic time. It visits each place once. Fragments count wherever they are spread.
 * @throws GraphQLError that says what is too many
 */
export function checkEqualNames(document: DocumentNode, most: number): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  let comparisons = 0;
  let visits = 0;
  const count = (selections: number) => {
    visits += selections;
    if (visits > mostVisits) throw tooMany('Its fragments come to too many fields');
  };

  /** The fields of one place, by their names in the answer. */
  const fieldsOf = (sets: readonly SelectionSetNode[]): Map<string, SelectionSetNode[]> => {
    const found = new Map<string, { times: number; sets: SelectionSetNode[] }>();
    const spread = new Map<string, number>();
    const open = [...sets];
    for (let set = open.pop(); set; set = open.pop()) {
      count(set.selections.length);
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) {
          const name = (selection.alias ?? selection.name).value;
          const field = found.get(name) ?? { times: 0, sets: [] };
          field.times++;
          if (selection.selectionSet) field.sets.push(selection.selectionSet);
          found.set(name, field);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet);
        else {
          // A fragment is compared once with everything else in the place.
          const times = (spread.get(selection.name.value) ?? 0) + 1;
          spread.set(selection.name.value, times);
          comparisons += times;
          const fragment = times === 1 ? fragments.get(selection.name.value) : undefined;
          if (fragment) open.push(fragment.selectionSet);
        }
      }
    }
    for (const { times } of found.values()) comparisons += times * (times - 1);
    if (comparisons > most) throw tooMany('Too many of its fields have the same name in one place');
    return new Map([...found].map(([name, field]) => [name, field.sets]));
  };

  const places: Place[] = document.definitions
    .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => ({ sets: [operation.selectionSet], depth: 0 }));
  for (const fragment of fragments.values()) places.push({ sets: [fragment.selectionSet], depth: 0 });
  for (let place = places.pop(); place; place = places.pop())
    for (const sets of fieldsOf(place.sets).values())
      if (sets.length > 0 && place.depth < deepest) places.push({ sets, depth: place.depth + 1 });
}

function tooMany(what: string): GraphQLError {
  return refusedDocument('TOO_MANY_FIELDS', `${what}.`);
}
