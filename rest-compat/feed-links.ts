import type { RestRequest } from './endpoint.ts';

/** The user whose posts are requested, which only counts with the types dashboard and profile (interface, Posts). */
export function userIdOf({ args }: RestRequest): number | null {
  const type = args.textOrNull('type')?.trim();
  return (type === 'profile' || type === 'dashboard' ? args.idOrNull('user_id') : null) ?? null;
}

/**
 * Parameters of a link that stays in the feed that was read (decisions N11): its type, and `user_id` unless another feed was
 * read instead. The friends feed of another user is only available as `dashboard`.
 */
export function sameFeed(request: RestRequest, feedType: string, isFallback: boolean): Record<string, string | null> {
  if (isFallback) return { type: feedType, user_id: '', fallback: '' };
  const ofOther = feedType === 'friends' && userIdOf(request) !== null;
  return { type: ofOther ? null : feedType, fallback: '' };
}

/** `later_than`: the id of a post, or 0 to begin with the very first post, which links of an empty page may contain. */
export function laterThanOf({ args }: RestRequest): number | null | undefined {
  return args.textOrNull('later_than') === '0' ? 0 : args.idOrNull('later_than');
}

/** `earlier_than`: the id of a post. 0 counts as absent. */
export function earlierThanOf({ args }: RestRequest): number | null | undefined {
  return args.numberOrNull('earlier_than') === 0 ? null : args.idOrNull('earlier_than');
}

/**
 * The cursors of links. An empty page links to posts at its own cursor or beyond, so that the post of the cursor is
 * included.
 */
export function newer(id: number, found: number): number {
  return found > 0 ? id : id - 1;
}

/** The link to older posts. */
export function older(id: number, found: number): number {
  return found > 0 ? id : id + 1;
}
