import { getOperationAST, Kind, visit } from 'graphql';
import type { ArgumentNode, DocumentNode, FieldNode, GraphQLSchema, SelectionSetNode } from 'graphql';
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

/**
 * Explains what an operation costs. It counts the operation up to a dozen times, so that it is for requests that are refused, or that ask for it.
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
  const costs = new Map<string, number>();
  const pages: PageField[] = [];
  const add = (path: string, cost: number) => void costs.set(path, (costs.get(path) ?? 0) + cost);
  let steps = 0;
  const walk = (set: SelectionSetNode | undefined, around: string, times: number, owner: string): void => {
    for (const node of fieldsIn(set, fragments)) {
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
  walk(getOperationAST(document, operationName)?.selectionSet, '', 1, '');
  const costBy = [...costs].map(([path, cost]) => ({ path, cost })).toSorted((one, other) => other.cost - one.cost);
  if (points <= limit || steps > mostSteps) return { costBy, largestPage: null };
  const dearest = pages.toSorted((one, other) => (costs.get(other.path) ?? 0) - (costs.get(one.path) ?? 0));
  const recount = (sizes: ReadonlyMap<FieldNode, number>) =>
    countCost(prices, schema, withPages(document, sizes), operationName, variables).points;
  return { costBy, largestPage: largestPage(dearest, points, limit, recount) };
}

/** The largest page that fits: of one of the dearest, or else of all. */
function largestPage(
  dearest: readonly PageField[],
  points: number,
  limit: number,
  recount: (sizes: ReadonlyMap<FieldNode, number>) => number,
): ExplainedCost['largestPage'] {
  const pathsOf = (node: FieldNode) => dearest.filter((one) => one.node === node).map(({ path }) => path);
  const candidates = [...new Map(dearest.map((one) => [one.node, one])).values()].filter(({ size }) => size > 1);
  for (const { node, size } of candidates.slice(0, triedAlone)) {
    const least = recount(new Map([[node, 1]]));
    if (least > limit) continue;
    // The cost grows with the size, and never slower: a size between that fits by the straight line fits.
    const each = (points - least) / (size - 1);
    return { paths: pathsOf(node), first: Math.min(size - 1, 1 + Math.floor((limit - least) / each)) };
  }
  const cut = (most: number) => new Map(candidates.map(({ node, size }) => [node, Math.min(size, most)]));
  let [fits, tooLarge] = [0, Math.max(1, ...candidates.map(({ size }) => size))];
  while (tooLarge - fits > 1) {
    const middle = Math.floor((fits + tooLarge) / 2);
    if (recount(cut(middle)) <= limit) fits = middle;
    else tooLarge = middle;
  }
  return fits === 0
    ? null
    : { paths: candidates.filter(({ size }) => size > fits).flatMap(({ node }) => pathsOf(node)), first: fits };
}

/** The document with pages of these sizes. */
function withPages(document: DocumentNode, sizes: ReadonlyMap<FieldNode, number>): DocumentNode {
  return visit(document, {
    Field(node) {
      const size = sizes.get(node);
      if (size === undefined) return undefined;
      const { arguments: given = [] } = node;
      const name = given.some((one) => one.name.value === 'last') ? 'last' : 'first';
      const argument: ArgumentNode = {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: name },
        value: { kind: Kind.INT, value: String(size) },
      };
      return { ...node, arguments: [...given.filter((one) => !['first', 'last'].includes(one.name.value)), argument] };
    },
  });
}
