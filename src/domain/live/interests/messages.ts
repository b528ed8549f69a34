import { topic } from '@runners/live-log';
import type { Queries } from '@runners/postgres';
import { messageForReaders, messagesForReaders, messagesToDeliver } from '../../conversations/message.queries.ts';
import type { MessageRow } from '../../conversations/message.queries.ts';
import { channel, channelsOf } from '../channels.ts';
import type { LogEvent } from '../event-log.ts';
import { isThere, mustBeThere, subjectsOf } from './interest.ts';
import type { Audience, Delivery, InterestRules, Listener } from './interest.ts';
import { missed, ofEach, memberships } from './missed.ts';

/** New messages in the conversations of the viewer, or in one of them. */
export interface MessagesInterest {
  kind: 'messages';
  conversationId: number | null;
}

export interface MessageAdded {
  kind: 'messageAdded';
  message: MessageRow;
}

const listening = topic('messages');
const membershipOf = isThere('membership_of', 'conversation_member where user_id = $1 and conversation_id = $2', {
  owner: 'user_id = $1',
});
const ofAll = missed('messages', ofEach(memberships, 'conversation_id', "'message'"));
const ofOne = missed('messages_of_one', "live_event e where e.kind = 'message' and e.conversation_id = $4");

export const messages: InterestRules<MessagesInterest, MessageAdded, 'message'> = {
  // All participants receive it as well: `src/domain/live/announced-channels.ts` publishes it to each of them.
  announced: {
    message: ({ conversationId }) => channelsOf(['conversation', conversationId]),
  },

  async check(queries, viewerId, { conversationId }) {
    if (conversationId !== null) await mustBeThere(queries, membershipOf, viewerId, conversationId);
  },

  sourcesOf: (_queries, viewerId, { conversationId }) => ({
    topics: [listening.of(viewerId)],
    channels: () => [conversationId === null ? channel('user', viewerId) : channel('conversation', conversationId)],
    missed: conversationId === null ? [ofAll, viewerId] : [ofOne, conversationId],
  }),

  async deliver(queries, audience, events) {
    if (!audience.any(listening)) return [];
    const deliveries: Delivery<MessageAdded>[] = [];
    const added = Map.groupBy(await readMessages(queries, audience, events), ({ message }) => message.id);
    for (const event of events)
      for (const { message, readers } of added.get(event.subjectId) ?? []) {
        const happened = { kind: 'messageAdded', message } as const;
        for (const reader of readers)
          for (const listener of audience.of(listening, reader))
            if (wants(listener, message.conversationId)) deliveries.push([listener, event, happened]);
      }
    return deliveries;
  },
};

function wants({ who: { interest } }: Listener, conversationId: number): boolean {
  return interest.kind === 'messages' && (interest.conversationId ?? conversationId) === conversationId;
}

/** The messages of events, each with the readers who may see it. */
async function readMessages(
  queries: Queries,
  { only }: Audience,
  events: readonly LogEvent[],
): Promise<{ message: MessageRow; readers: number[] }[]> {
  const ids = subjectsOf(events);
  if (only) {
    const messages = await queries.all(messagesToDeliver, [only.who.viewerId, ids]);
    return messages.map((message) => ({ message, readers: [only.who.viewerId] }));
  }
  const groups = await queries.all(messagesForReaders, [ids]);
  return groups.map((flat) => ({ message: messageForReaders(flat), readers: flat.readers }));
}
