/** The types of posts about charity events (interface, Posts with extra information). Plain posts have none. */
export const postTypes = ['registered-for-event', 'event-participant-got-sponsor'] as const;

export type PostType = (typeof postTypes)[number];
