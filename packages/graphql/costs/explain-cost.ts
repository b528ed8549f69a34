import { getOperationAST } from 'graphql';
import type { DocumentNode, FieldNode, GraphQLSchema, SelectionSetNode } from 'graphql';
import { countCost } from './count-cost.ts';
import type { Prices } from './prices-of-fields.ts';
import { fieldsIn, fragmentsOf, keyOf } from './unused-cost.ts';

/** An operation with the variables of a request. */
export interface AskedOperation {
  document: DocumentNode;
  operationName: string | null | undefined;
  variables: Record<string, unknown>;
}

/** Where the cost of an operation arises. */
export interface ExplainedCost {
  /** Points by the paths of fields in the answer, the dearest first. What a field has inside counts with it, up to the next field that is listed. */
  costBy: { path: string; cost: number }[];
  /** The largest size with which the pages at these paths would fit within the limit; null if none does, or it does already. */
  largestPage: { paths: string[]; first: number } | null;
}

/** A page of the document, at each of its paths. */
interface PageField {
  node: FieldNode;
  path: string;
  size: number;
}

/** The most fields that are looked at, since fragments multiply them. */
const mostSteps = 5000;
/** The number of pages of which each alone is tried. */
const triedAlone = 3;

/** Sizes of pages that are smaller than the document has them. */
type Sizes = ReadonlyMap<FieldNode, number>;

/**
 * Explains what an operation costs, for requests that are refused, or that ask for it. It takes little longer than counting the cost.
 * @param limit the most points that are accepted
 */
export function explainCost(
  prices: Prices,
  schema: GraphQLSchema,
  asked: AskedOperation,
  limit: number,
): ExplainedCost {
  const { document, operationName, variables } = asked;
  const own = new Map<FieldNode, number>();
  const { points, counted } = countCost(prices, schema, document, operationName, variables, own);
  const fragments = fragmentsOf(document);
  const fields = (set: SelectionSetNode | undefined) => fieldsIn(set, fragments);
  const selected = getOperationAST(document, operationName)?.selectionSet;
  const costs = new Map<string, number>();
  const pages: PageField[] = [];
  const add = (path: string, cost: number) => void costs.set(path, (costs.get(path) ?? 0) + cost);
  let steps = 0;
  const walk = (set: SelectionSetNode | undefined, around: string, times: number, owner: string): void => {
    for (const node of fields(set)) {
      if (++steps > mostSteps) return;
      const path = around === '' ? keyOf(node) : `${around}.${keyOf(node)}`;
      const [cost, count] = [own.get(node) ?? 0, counted.get(node)];
      const isListed = owner === '' || cost > 1 || (count !== undefined && count.form !== 'one');
      const to = isListed ? path : owner;
      add(to, times * cost);
      if (count?.form === 'page') pages.push({ node, path, size: count.size });
      if (node.selectionSet) walk(node.selectionSet, path, times * (count?.size ?? 1), to);
      else if (count) add(to, times * count.size);
    }
  };
  walk(selected, '', 1, '');
  const costBy = [...costs].map(([path, cost]) => ({ path, cost })).toSorted((one, other) => other.cost - one.cost);
  if (points <= limit || steps > mostSteps) return { costBy, largestPage: null };
  const dearest = pages.toSorted((one, other) => (costs.get(other.path) ?? 0) - (costs.get(one.path) ?? 0));
  /** The cost with pages of these sizes; of fragments for several types, all count, so that it may be too much. */
  const costWith = (sizes: Sizes): number => {
    const known = new Map<FieldNode, number>();
    const sum = (set: SelectionSetNode | undefined): number => fields(set).reduce((all, node) => all + costOf(node), 0);
    const costOf = (node: FieldNode): number => {
      const before = known.get(node);
      if (before !== undefined) return before;
      const size = sizes.get(node) ?? counted.get(node)?.size ?? 0;
      const cost = (own.get(node) ?? 0) + (size === 0 ? 0 : size * (node.selectionSet ? sum(node.selectionSet) : 1));
      known.set(node, cost);
      return cost;
    };
    return sum(selected);
  };
  return { costBy, largestPage: largestPage(dearest, (sizes) => costWith(sizes) <= limit) };
}

/** The largest page that fits: of one of the dearest, or else of all. */
function largestPage(dearest: readonly PageField[], isWithin: (sizes: Sizes) => boolean): ExplainedCost['largestPage'] {
  const candidates = [...new Map(dearest.map((one) => [one.node, one])).values()].filter(({ size }) => size > 1);
  for (const some of [...candidates.slice(0, triedAlone).map((one) => [one]), candidates]) {
    const cut = (most: number) => new Map(some.map(({ node, size }) => [node, Math.min(size, most)]));
    let [fits, tooLarge] = [0, Math.max(1, ...some.map(({ size }) => size))];
    while (tooLarge - fits > 1) {
      const middle = Math.floor((fits + tooLarge) / 2);
      if (isWithin(cut(middle))) fits = middle;
      else tooLarge = middle;
    }
    const cutNodes = new Set(some.filter(({ size }) => size > fits).map(({ node }) => node));
    if (fits > 0)
      return { paths: dearest.filter(({ node }) => cutNodes.has(node)).map(({ path }) => path), first: fits };
  }
  return null;
}
