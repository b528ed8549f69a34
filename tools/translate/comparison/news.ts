import type { Difference } from './compare-trees.ts';
import type { Leaf, Tree } from './tree.ts';

/*
 * A recording is older than the answer that it is compared with: things were added since, and counted. What is left of two answers
 * without that is a difference.
 */

/** Fields that other things change: sums, counts, and what is unread. */
const counted =
  /^(?:total|avg|best|max|longest|fastest|latest|last|earliest)_|count$|unread|pending|raised|logged|^(?:active|liked|is_favorite)$/;
/** Links from a page of a list to others. */
const links = new Set(['next', 'previous', 'newer', 'older']);

type MapTree = Extract<Tree, { kind: 'map' }>;
const isLeaf = (tree: Tree): tree is Leaf => tree.kind !== 'map' && tree.kind !== 'list';

/** What tells records apart. */
function identityOf(tree: Tree): string | null {
  if (tree.kind !== 'map') return null;
  const own = tree.fields.get('resource_uri') ?? tree.fields.get('id');
  return own && isLeaf(own) && own.text !== '' && own.kind !== 'null' ? own.text : null;
}

/**
 * Two answers of which only the same things are left: records in lists are matched by their ids, and of others, only their form is left, so
 * that a field that is missing, or of another type, is still one.
 */
export function withoutNews(recorded: Tree, answered: Tree): [Tree, Tree] {
  if (recorded.kind === 'list' && answered.kind === 'list') {
    const pairs = pairsOf(recorded.items, answered.items);
    return [
      { kind: 'list', items: pairs.map(([one]) => one) },
      { kind: 'list', items: pairs.map(([, other]) => other) },
    ];
  }
  if (recorded.kind !== 'map' || answered.kind !== 'map') return [recorded, answered];
  return identityOf(recorded) === identityOf(answered)
    ? fieldByField(recorded, answered, withoutNews)
    : formsOf(recorded, answered);
}

function pairsOf(recorded: readonly Tree[], answered: readonly Tree[]): [Tree, Tree][] {
  const known = new Map(answered.map((item) => [identityOf(item), item]));
  if (recorded.every((item) => identityOf(item) !== null) && !known.has(null)) {
    const others = recorded.filter((item) => !known.has(identityOf(item)));
    const same = recorded.flatMap((item): [Tree, Tree][] => {
      const other = known.get(identityOf(item));
      return other ? [withoutNews(item, other)] : [];
    });
    const [gone, any] = [others[0], answered[0]];
    return gone && any ? [...same, formsOf(gone, any)] : same;
  }
  // Lists of values, such as those who like something, are as long as they are now.
  if (recorded.length !== answered.length) return [];
  return recorded.map((item, i) => withoutNews(item, answered[i] as Tree));
}

function fieldByField(
  recorded: MapTree,
  answered: MapTree,
  each: (one: Tree, other: Tree) => [Tree, Tree],
): [Tree, Tree] {
  const [ones, others] = [new Map(recorded.fields), new Map(answered.fields)];
  for (const [name, value] of recorded.fields) {
    const other = answered.fields.get(name);
    if (!other) continue;
    const [left, right] = each(value, other);
    ones.set(name, left);
    others.set(name, right);
  }
  return [
    { kind: 'map', fields: ones },
    { kind: 'map', fields: others },
  ];
}

/** Two things without their values: what is null in one of them says nothing of its type. */
function formsOf(recorded: Tree, answered: Tree): [Tree, Tree] {
  if (recorded.kind === 'map' && answered.kind === 'map') return fieldByField(recorded, answered, formsOf);
  const isSame = recorded.kind === answered.kind || recorded.kind === 'null' || answered.kind === 'null';
  // Numbers are written with or without a point.
  const isNumber = [recorded, answered].every(({ kind }) => kind === 'integer' || kind === 'float');
  const nothing: Tree = { kind: 'null', text: 'null' };
  return isSame || isNumber ? [nothing, nothing] : [recorded, answered];
}

/** The text of a value that is shown, such as `text "a"` or `integer "5"`. */
const valueOf = (shown: string) => /^(\w+) "(.*)"$/s.exec(shown)?.[2] ?? shown;
const isCount = (shown: string) => shown === 'null' || /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(valueOf(shown));
const momentIn = (shown: string) => {
  const text = valueOf(shown);
  return /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text) ? Date.parse(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`) : NaN;
};
/** Milliseconds by which the clocks of two machines may differ. */
const skew = 120_000;

/**
 * Whether a difference of the same thing comes of what has happened since.
 * @param at when the answer was recorded, in milliseconds since 1970; null if that is not known
 */
export function isNews({ path, what, recorded, answered }: Difference, at: number | null): boolean {
  const name =
    path
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? '';
  if (what !== 'value' && what !== 'type') return false;
  if (links.has(name)) return true;
  const [before, now] = [momentIn(recorded), momentIn(answered)];
  if (!Number.isNaN(now) && counted.test(name)) return true;
  if (!Number.isNaN(now)) return now >= (at ?? before) - skew && !(now < before);
  if (recorded === 'null' && /^a (?:mapping|list)/.test(answered)) return true;
  return counted.test(name) && isCount(recorded) && isCount(answered);
}
