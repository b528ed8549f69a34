/** Where a conversation can be put by a participant (interface, Conversation placement). */
export type StoredPlacement = 'inbox' | 'archived' | 'hidden';

/**
 * Where a conversation lies for a participant. What lies in the inbox over REST and was begun by somebody who is no friend
 * waits among the requests in GraphQL (decisions N24).
 */
export type Placement = StoredPlacement | 'requests';
