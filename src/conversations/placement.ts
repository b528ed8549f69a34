/** Where a conversation lies for a participant (interface, Conversation placement). */
export const placements = ['inbox', 'archived', 'hidden'] as const;
export type Placement = (typeof placements)[number];
