import type { Queries } from '../../platform/database/statement.ts';
import { messageForReaders, messagesForReaders } from '../conversations/message.queries.ts';
import { statement } from '../../platform/database/statement.ts';
import { friendshipRow, friendshipsByIds } from '../friendships/friendship.queries.ts';
import type { LogEvent } from './event-log.ts';
import type { Happened, Hearing, Listener, Listeners } from './listeners.ts';
import type { LiveEvent } from './live.ts';
import { hearOfPost } from './hear-of-post.ts';

/**
 * Loads what an event is about and asks who of those who listen may hear it now, once for all of them. Events whose
 * subject nobody here waits for cost nothing.
 * @param tell makes the event that listeners get from what happened
 */
export async function hear(
  queries: Queries,
  listeners: Listeners,
  event: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  switch (event.kind) {
    case 'message':
      return listeners.any('messages') || listeners.any('conversations')
        ? hearOfMessage(queries, listeners, event, tell)
        : [];
    case 'conversation':
      return listeners.any('conversations') ? hearOfConversation(queries, listeners, event, tell) : [];
    case 'seat': {
      const told = tell({ kind: 'conversationChanged', conversationId: event.subjectId, left: false });
      return [...listeners.of('conversations', event.userId ?? 0)].map((listener) => [listener, told]);
    }
    case 'friendship':
      return hearOfFriendship(queries, listeners, event, tell);
    default:
      return hearOfPost(queries, listeners, event, tell);
  }
}

async function hearOfMessage(
  queries: Queries,
  listeners: Listeners,
  event: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  const hearing: Hearing = [];
  const conversationId = event.conversationId ?? 0;
  const changed = tell({ kind: 'conversationChanged', conversationId, left: false });
  for (const flat of await queries.all(messagesForReaders, [[event.subjectId]])) {
    const added = tell({ kind: 'messageAdded', message: messageForReaders(flat) });
    for (const reader of flat.readers) {
      for (const listener of listeners.of('messages', reader))
        if (wantsConversation(listener, conversationId)) hearing.push([listener, added]);
      for (const listener of listeners.of('conversations', reader)) hearing.push([listener, changed]);
    }
  }
  return hearing;
}

function wantsConversation({ interest }: Listener, conversationId: number): boolean {
  return interest.kind === 'messages' && (interest.conversationId ?? conversationId) === conversationId;
}

const participantIds = statement<{ id: number }>(
  'live_participant_ids',
  'select user_id as id from seat where conversation_id = $1',
);

async function hearOfConversation(
  queries: Queries,
  listeners: Listeners,
  { subjectId: conversationId, userId }: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  const hearing: Hearing = [];
  const changed = tell({ kind: 'conversationChanged', conversationId, left: false });
  const participants = (await queries.all(participantIds, [conversationId])).map(({ id }) => id);
  for (const participant of participants)
    for (const listener of listeners.of('conversations', participant)) hearing.push([listener, changed]);
  if (userId === null || participants.includes(userId)) return hearing;
  const left = tell({ kind: 'conversationChanged', conversationId, left: true });
  for (const listener of listeners.of('conversations', userId)) hearing.push([listener, left]);
  return hearing;
}

async function hearOfFriendship(
  queries: Queries,
  listeners: Listeners,
  { subjectId: friendshipId, userId, otherId }: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  const hearing: Hearing = [];
  for (const [viewerId, withId] of [[userId, otherId] as const, [otherId, userId] as const]) {
    const mine = viewerId === null ? [] : [...listeners.of('friendships', viewerId)];
    if (viewerId === null || mine.length === 0) continue;
    const flat = await queries.one(friendshipsByIds, [viewerId, [friendshipId]]);
    const friendship = flat ? friendshipRow(flat) : null;
    const told = tell({ kind: 'friendshipChanged', friendshipId, friendship, otherId: withId });
    for (const listener of mine) hearing.push([listener, told]);
  }
  return hearing;
}
