import type { Leaf, Tree } from './tree.ts';

/** A difference between two answers. */
export interface Difference {
  /** Where it is, without places in lists: `status`, `header location`, `body.objects[].user.id`. */
  at: string;
  /** The same with places in lists: `body.objects[3].user.id`. */
  place: string;
  what: 'value' | 'type' | 'missing' | 'added' | 'length' | 'unreadable';
  /** What was recorded and what was answered, as short texts. */
  recorded: string;
  answered: string;
}

/** A difference in a line. */
export function differenceLine({ place, recorded, answered }: Omit<Difference, 'at'>): string {
  return `${place}: recorded ${recorded}, answered ${answered}`;
}

/** Two values at the same place, and what stands around them. */
export interface Place {
  at: string;
  place: string;
  /** The name of the field, of the list if it is an item. */
  key: string;
  /** The `resource_uri` of the record around it, in both answers. */
  uris: readonly [string | null, string | null];
}

/** Decides whether two values that are written differently say the same. */
export type SameLeaf = (recorded: Leaf, answered: Leaf, place: Place) => boolean;

const longest = 200;
/** A value as a short text. */
export function shownTree(tree: Tree): string {
  if (tree.kind === 'map') return `a mapping of ${[...tree.fields.keys()].join(', ')}`.slice(0, longest);
  if (tree.kind === 'list') return `a list of ${tree.items.length}`;
  const text = tree.text.length > longest ? `${tree.text.slice(0, longest)}…` : tree.text;
  return tree.kind === 'null' ? 'null' : `${tree.kind} ${JSON.stringify(text)}`;
}

/** The differences of two bodies, of which the order of keys is none, and the order of lists is. */
export function* compareTrees(recorded: Tree, answered: Tree, place: Place, same: SameLeaf): Generator<Difference> {
  const shown = { at: place.at, place: place.place, recorded: shownTree(recorded), answered: shownTree(answered) };
  if (recorded.kind === 'map' && answered.kind === 'map') {
    const uris = [uriOf(recorded.fields) ?? place.uris[0], uriOf(answered.fields) ?? place.uris[1]] as const;
    for (const [key, value] of recorded.fields) {
      const other = answered.fields.get(key);
      const inside = within(place, `.${key}`);
      if (other) yield* compareTrees(value, other, { ...inside, key, uris }, same);
      else yield { ...inside, what: 'missing', recorded: shownTree(value), answered: 'nothing' };
    }
    for (const [key, value] of answered.fields)
      if (!recorded.fields.has(key))
        yield { ...within(place, `.${key}`), what: 'added', recorded: 'nothing', answered: shownTree(value) };
  } else if (recorded.kind === 'list' && answered.kind === 'list') {
    if (recorded.items.length !== answered.items.length) yield { ...shown, what: 'length' };
    else
      for (const [i, item] of recorded.items.entries())
        yield* compareTrees(
          item,
          answered.items[i]!,
          { ...place, at: `${place.at}[]`, place: `${place.place}[${i}]` },
          same,
        );
  } else if (recorded.kind !== answered.kind) yield { ...shown, what: 'type' };
  else if (!same(recorded as Leaf, answered as Leaf, place)) yield { ...shown, what: 'value' };
}

const within = ({ at, place }: Place, key: string) => ({ at: at + key, place: place + key });

function uriOf(fields: ReadonlyMap<string, Tree>): string | null {
  const uri = fields.get('resource_uri');
  return uri?.kind === 'text' ? uri.text : null;
}
