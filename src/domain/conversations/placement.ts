/** Where a conversation lies for a participant (interface, Conversation placement). */
export type Placement = 'inbox' | 'archived' | 'hidden';
