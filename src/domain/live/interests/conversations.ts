import type { Queries } from '../../../platform/database/statement.ts';
import { statement } from '../../../platform/database/statement.ts';
import { messagesForReaders } from '../../conversations/message.queries.ts';
import { deliveredTo } from '../../rules/visibility.ts';
import { channel, channelsOf } from '../channels.ts';
import type { LogEvent } from '../event-log.ts';
import type { Audience } from '../listeners.ts';
import { topic } from '../topics.ts';
import { ownThings } from './interest.ts';
import type { Delivery, InterestRules } from './interest.ts';
import { missed, ofEach, memberships } from './missed.ts';

/** One's conversations: a message, who is in it, how it is placed, how far it is read. */
export interface ConversationsInterest {
  kind: 'conversations';
}

/** `left`: the reader is no longer in it. */
export interface ConversationChanged {
  kind: 'conversationChanged';
  conversationId: number;
  left: boolean;
}

type Kind = 'message' | 'conversation' | 'member';

const listening = topic('conversations');

/** What is not delivered to the viewer changes nothing for them (decisions N24). */
const delivered = `(i.kind <> 'message' or exists (
  select 1 from message m where m.id = i.subject_id and ${deliveredTo('$4', 'm')}))`;
// While the viewer takes part, an event `conversation` is found by the viewer's memberships; afterwards, by the viewer.
const ofAll = missed(
  'conversations',
  `(select * from ${ofEach(memberships, 'conversation_id', "'message', 'conversation'", delivered)}
    union all
    (select * from live_event o where o.user_id = $4 and o.kind in ('member', 'conversation') and o.seq > $1 and o.seq <= $2
      and not (o.kind = 'conversation' and o.conversation_id in ${memberships}) order by o.seq limit $3)) e
   where true`,
);

const participantIds = statement<{ id: number }>(
  'live_participant_ids',
  'select user_id as id from conversation_member where conversation_id = $1',
  { all: 'to whom a change of the conversation is delivered' },
);

export const conversations: InterestRules<ConversationsInterest, ConversationChanged, Kind> = {
  // Whoever is in the conversation hears of it, too: `src/domain/live/announced-channels.ts` announces it to each.
  announced: {
    message: ({ conversationId }) => channelsOf(['conversation', conversationId]),
    conversation: ({ conversationId, userId }) => channelsOf(['conversation', conversationId], ['user', userId]),
    member: ({ userId }) => channelsOf(['user', userId]),
  },

  check: ownThings,

  placesOf: (_queries, viewerId) => ({
    topics: [listening.of(viewerId)],
    channels: () => [channel('user', viewerId)],
    missed: [ofAll, viewerId],
  }),

  async deliver(queries, audience, events) {
    if (!audience.any(listening)) return [];
    const deliveries: Delivery<ConversationChanged>[] = [];
    for (const event of events) {
      const { stay, left } = await readersOf(queries, audience, event);
      const conversationId = event.conversationId ?? event.subjectId;
      for (const [readers, gone] of [[stay, false] as const, [left, true] as const]) {
        const changed = { kind: 'conversationChanged', conversationId, left: gone } as const;
        for (const reader of readers)
          for (const listener of audience.of(listening, reader)) deliveries.push([listener, event, changed]);
      }
    }
    return deliveries;
  },
};

/** Who still takes part in the conversation that an event is about, as far as it is delivered to them, and who left. */
async function readersOf(
  queries: Queries,
  { only }: Audience,
  event: LogEvent<Kind>,
): Promise<{ stay: number[]; left: number[] }> {
  const { kind, subjectId, userId } = event;
  switch (kind) {
    case 'message': {
      // The one who catches up has it from a statement that asks the same (`ofAll`).
      if (only) return { stay: [only.viewerId], left: [] };
      const groups = await queries.all(messagesForReaders, [[subjectId]]);
      return { stay: groups.flatMap(({ readers }) => readers), left: [] };
    }
    case 'conversation': {
      if (only) return userId === only.viewerId ? { stay: [], left: [userId] } : { stay: [only.viewerId], left: [] };
      const stay = (await queries.all(participantIds, [subjectId])).map(({ id }) => id);
      return { stay, left: userId === null || stay.includes(userId) ? [] : [userId] };
    }
    case 'member':
      return { stay: userId === null ? [] : [userId], left: [] };
  }
}
