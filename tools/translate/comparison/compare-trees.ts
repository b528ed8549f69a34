import type { Leaf, Tree } from './tree.ts';

/** A difference between two answers. */
export interface Difference {
  /** Where it is, without positions in lists: `status`, `header location`, `body.objects[].user.id`. */
  at: string;
  /** The path with positions in lists: `body.objects[3].user.id`. */
  path: string;
  what: 'value' | 'type' | 'missing' | 'added' | 'length' | 'unreadable';
  /** What was recorded and what was answered, as short texts. */
  recorded: string;
  answered: string;
}

/** A difference in a line. */
export function differenceLine({ path, recorded, answered }: Omit<Difference, 'at'>): string {
  return `${path}: recorded ${recorded}, answered ${answered}`;
}

/** Two values at the same path, and what stands around them. */
export interface NodeLocation {
  at: string;
  path: string;
  /** The name of the field, of the list if it is an item. */
  key: string;
  /** The `resource_uri` of the record around it, in both answers. */
  uris: readonly [string | null, string | null];
}

/** Decides whether two values that are written differently say the same. */
export type SameLeaf = (recorded: Leaf, answered: Leaf, location: NodeLocation) => boolean;

const longest = 200;
/** A value as a short text. */
export function shownTree(tree: Tree): string {
  if (tree.kind === 'map') return `a mapping of ${[...tree.fields.keys()].join(', ')}`.slice(0, longest);
  if (tree.kind === 'list') return `a list of ${tree.items.length}`;
  const text = tree.text.length > longest ? `${tree.text.slice(0, longest)}…` : tree.text;
  return tree.kind === 'null' ? 'null' : `${tree.kind} ${JSON.stringify(text)}`;
}

/** The differences of two bodies, of which the order of keys is none, and the order of lists is. */
export function* compareTrees(
  recorded: Tree,
  answered: Tree,
  location: NodeLocation,
  same: SameLeaf,
): Generator<Difference> {
  const shown = { at: location.at, path: location.path, recorded: shownTree(recorded), answered: shownTree(answered) };
  if (recorded.kind === 'map' && answered.kind === 'map') {
    const uris = [uriOf(recorded.fields) ?? location.uris[0], uriOf(answered.fields) ?? location.uris[1]] as const;
    for (const [key, value] of recorded.fields) {
      const other = answered.fields.get(key);
      const inside = within(location, `.${key}`);
      if (other) yield* compareTrees(value, other, { ...inside, key, uris }, same);
      else yield { ...inside, what: 'missing', recorded: shownTree(value), answered: 'nothing' };
    }
    for (const [key, value] of answered.fields)
      if (!recorded.fields.has(key))
        yield { ...within(location, `.${key}`), what: 'added', recorded: 'nothing', answered: shownTree(value) };
  } else if (recorded.kind === 'list' && answered.kind === 'list') {
    if (recorded.items.length !== answered.items.length) yield { ...shown, what: 'length' };
    else
      for (const [i, item] of recorded.items.entries())
        yield* compareTrees(
          item,
          answered.items[i]!,
          { ...location, at: `${location.at}[]`, path: `${location.path}[${i}]` },
          same,
        );
  } else if (recorded.kind !== answered.kind) yield { ...shown, what: 'type' };
  else if (!same(recorded as Leaf, answered as Leaf, location)) yield { ...shown, what: 'value' };
}

const within = ({ at, path }: NodeLocation, key: string) => ({ at: at + key, path: path + key });

function uriOf(fields: ReadonlyMap<string, Tree>): string | null {
  const uri = fields.get('resource_uri');
  return uri?.kind === 'text' ? uri.text : null;
}
