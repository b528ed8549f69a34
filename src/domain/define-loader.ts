import type { Context } from './context.ts';

/**
 * How a loader is made for a reader: the definition by which `context.loader(…)` finds the one of a request. It stands with what it
 * loads.
 */
export interface LoaderDefinition<Loader> {
  /** The viewer id of those who are not signed in is 0, whom no row belongs to: they see nothing. */
  readonly make: (context: Context, viewerId: number) => Loader;
  /**
   * Whether a request keeps it when another user signs in within it: because it counts what the answer contains, and reads
   * nothing for a certain viewer.
   */
  readonly lasts: boolean;
}

/** Defines a loader, which a request makes when it first uses it: there are some forty, and most requests use one or two. */
export function defineLoader<Loader>(
  make: LoaderDefinition<Loader>['make'],
  { lasts = false } = {},
): LoaderDefinition<Loader> {
  return { make, lasts };
}
