import type { Context } from '../context.ts';

/**
 * Returns the users among these who may be listed for the viewer, in the same order: without those with a block between
 * them and the viewer. Suspended and deleted ones are not among the likers of a row (`shownLikers`).
 */
export async function listLikers(context: Context, likers: readonly number[]): Promise<number[]> {
  if (likers.length === 0) return [];
  const offTerms = await context.loaders.offTerms.load(context.viewer?.id ?? 0);
  return likers.filter((id) => !offTerms.has(id));
}
