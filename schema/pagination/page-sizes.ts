/** The largest page sizes, which are the maximum of `limit` over REST (decisions W10). */
export const pageCaps = { list: 1000, feed: 100, conversations: 100, notifications: 100 } as const;

/** The number of items on a page when the client does not specify it. */
export const defaultPage = 20;
