import { getNamedType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { GraphQLField } from 'graphql';
import type { Track } from '@runners/recordings';
import { byArguments } from '@runners/graphql';
import type { Extent } from '@runners/graphql';
import { defaultPage } from './pagination/page-sizes.ts';
import { unitsOf } from './prices.ts';

/** How many items a list without pages is assumed to have: most conversations have a few recipients, some have a hundred. */
const unpagedItems = 10;

const idsGiven: Extent = {
  size: byArguments(['ids'], ({ ids }) => (Array.isArray(ids) ? ids.length : 1)),
  form: 'list',
};
/** A negative page size, which the resolver will refuse, does not reduce the cost of the rest of the document. */
const pageAsked: Extent = {
  size: byArguments(['first', 'last'], ({ first, last }) =>
    Math.max(0, [first, last].find((value) => typeof value === 'number') ?? defaultPage),
  ),
  form: 'page',
};
const unpaged: Extent = { size: unpagedItems, form: 'list' };
const single: Extent = { size: 1, form: 'one' };

/** How much of a field is in an answer: what `@Cost` states, and otherwise what its arguments and its type tell. */
export function extentOf({ args, extensions, type }: GraphQLField<unknown, unknown>, parent: { name: string }): Extent {
  if (extensions['extent']) return extensions['extent'] as Extent;
  if (args.some(({ name }) => name === 'ids')) return idsGiven;
  if (args.some(({ name }) => name === 'first')) return pageAsked;
  const isPart = parent.name.endsWith('Connection');
  return isListType(getNullableType(type)) && isCompositeType(getNamedType(type)) && !isPart ? unpaged : single;
}

/** The names of the lists of pages. */
export const lists: ReadonlySet<string> = new Set(['nodes', 'edges', 'changes']);

/** How many points so many points of a track cost, as a list of them or as a track, which is one value. */
export function unitsIn(points: object): number {
  return unitsOf('time' in points ? (points as Track).time.length : (points as unknown[]).length);
}
