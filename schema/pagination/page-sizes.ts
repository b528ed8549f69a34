/** The largest page sizes, which are the maximum of `limit` over REST (decisions W10). */
export const pageCaps = { list: 1000, feed: 100, conversations: 100 } as const;

/** Items of a page when a client does not say how many it wants. */
export const defaultPage = 20;
