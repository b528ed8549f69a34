import { pairItems } from './pair-items.ts';
import type { IdOf } from './pair-items.ts';
import type { Leaf, Tree } from './tree.ts';

/** A difference between two answers. */
export interface Difference {
  /** Where it is, without positions in lists: `status`, `header location`, `body.objects[].user.id`. */
  at: string;
  /** The path with positions in lists: `body.objects[3].user.id`. */
  path: string;
  what: 'value' | 'type' | 'missing' | 'added' | 'length' | 'order' | 'unreadable';
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

/** How values are compared that are written differently. */
export interface Sameness {
  /** Whether two values say the same. */
  same: (recorded: Leaf, answered: Leaf, location: NodeLocation) => boolean;
  /** What the items of a list are. */
  idsAt: (location: NodeLocation) => IdOf;
}

const longest = 200;
/** A value as a short text. */
export function shownTree(tree: Tree): string {
  if (tree.kind === 'map') return `a mapping of ${[...tree.fields.keys()].join(', ')}`.slice(0, longest);
  if (tree.kind === 'list') return `a list of ${tree.items.length}`;
  const text = tree.text.length > longest ? `${tree.text.slice(0, longest)}…` : tree.text;
  return tree.kind === 'null' ? 'null' : `${tree.kind} ${JSON.stringify(text)}`;
}

/** The differences of two bodies, of which the order of keys is none, and that of a list is one, however many items have moved. */
export function* compareTrees(
  recorded: Tree,
  answered: Tree,
  location: NodeLocation,
  sameness: Sameness,
): Generator<Difference> {
  const shown = { at: location.at, path: location.path, recorded: shownTree(recorded), answered: shownTree(answered) };
  if (recorded.kind === 'map' && answered.kind === 'map') {
    const uris = [uriOf(recorded.fields) ?? location.uris[0], uriOf(answered.fields) ?? location.uris[1]] as const;
    for (const [key, value] of recorded.fields) {
      const other = answered.fields.get(key);
      const inside = within(location, `.${key}`);
      if (other) yield* compareTrees(value, other, { ...inside, key, uris }, sameness);
      else yield { ...inside, what: 'missing', recorded: shownTree(value), answered: 'nothing' };
    }
    for (const [key, value] of answered.fields)
      if (!recorded.fields.has(key))
        yield { ...within(location, `.${key}`), what: 'added', recorded: 'nothing', answered: shownTree(value) };
  } else if (recorded.kind === 'list' && answered.kind === 'list') {
    const items = pairItems(recorded.items, answered.items, sameness.idsAt(location));
    const isLonger = recorded.items.length !== answered.items.length;
    if (!items && isLonger) return yield { ...shown, what: 'length' };
    if (items && items.onlyRecorded.length + items.onlyAnswered.length > 0) {
      const said = (tree: Tree, only: string[]) =>
        (shownTree(tree) + (only.length === 0 ? '' : ` with ${only.join(', ')}`)).slice(0, longest);
      const [one, other] = [said(recorded, items.onlyRecorded), said(answered, items.onlyAnswered)];
      yield { ...shown, what: 'length', recorded: one, answered: other };
    }
    if (items?.isInOrder === false)
      yield { ...shown, what: 'order', recorded: 'in this order', answered: 'in another' };
    for (const [i, place] of items?.pairs ?? recorded.items.map((_, i) => [i, i] as const)) {
      const at = { ...location, at: `${location.at}[]`, path: `${location.path}[${i}]` };
      yield* compareTrees(recorded.items[i]!, answered.items[place]!, at, sameness);
    }
  } else if (recorded.kind !== answered.kind) yield { ...shown, what: 'type' };
  else if (!sameness.same(recorded as Leaf, answered as Leaf, location)) yield { ...shown, what: 'value' };
}

const within = ({ at, path }: NodeLocation, key: string) => ({ at: at + key, path: path + key });

function uriOf(fields: ReadonlyMap<string, Tree>): string | null {
  const uri = fields.get('resource_uri');
  return uri?.kind === 'text' ? uri.text : null;
}
