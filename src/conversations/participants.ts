import type { UserRow } from '../people/user.queries.ts';
import type { ParticipantRow } from './conversation.queries.ts';

/** Who is in a conversation, as one of them sees it. */
export interface Participants {
  id: number;
  /** Everyone living who has not blocked the reader, the reader included (decisions part 3). */
  users: UserRow[];
  /** Names of those who have: shown among those who deleted their accounts, so that nothing of theirs is linked. */
  goneNames: string[];
}

/** Puts the rows of each conversation together. */
export function participantsByConversation(rows: ParticipantRow[]): Participants[] {
  return [...Map.groupBy(rows, ({ conversationId }) => conversationId)].map(([id, seats]) => ({
    id,
    users: seats.filter(({ gone }) => !gone),
    goneNames: seats.filter(({ gone }) => gone).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()),
  }));
}
