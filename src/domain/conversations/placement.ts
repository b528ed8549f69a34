/** The placements that a participant can choose (interface, Conversation placement). */
export const placements = ['inbox', 'archived', 'hidden'] as const;

export type StoredPlacement = (typeof placements)[number];

/**
 * The placement of a conversation for a participant. A conversation in the inbox that was started by somebody who is
 * not a friend is among the requests in GraphQL (decisions N24).
 */
export type Placement = StoredPlacement | 'requests';
