import { topic } from '@runners/live-log';
import type { Queries } from '@runners/postgres';
import { statement } from '../../../platform/database/statement.ts';
import { messagesForReaders } from '../../conversations/message.queries.ts';
import { deliveredTo, hasNotMuted } from '../../rules/visibility.ts';
import { channel, channelsOf } from '../channels.ts';
import type { LogEvent } from '../event-log.ts';
import { ownThings, subjectsOf } from './interest.ts';
import type { Audience, Delivery, InterestRules } from './interest.ts';
import { isMissed, missed, ofEach, memberships } from './missed.ts';

/** The conversations of the viewer: messages, participants, placement, and how far they are read. */
export interface ConversationsInterest {
  kind: 'conversations';
}

/** `left` means that the reader no longer takes part in it. */
export interface ConversationChanged {
  kind: 'conversationChanged';
  conversationId: number;
  left: boolean;
  /** Whether messages that were delivered before may look different now, or are no longer delivered. */
  messagesChanged: boolean;
}

type Kind = 'message' | 'conversation' | 'member';

/** The topic by the viewer. */
export const ofParticipant = topic('conversations');

/** A message that is not delivered to the viewer is not an event for the viewer (decisions N24). */
const delivered = `(i.kind <> 'message' or exists (
  select 1 from message m where m.id = i.subject_id and ${deliveredTo('$4', 'm')} and ${hasNotMuted('$4', 'm.user_id')}))`;
// While the viewer takes part, an event `conversation` is found by the viewer's memberships; afterwards, by the viewer.
const ofAll = missed(
  'conversations',
  `(select * from ${ofEach(memberships, 'conversation_id', "'message', 'conversation'", delivered)}
    union all
    (select * from live_event o where o.user_id = $4 and o.kind in ('member', 'conversation') and ${isMissed('o')}
      and not (o.kind = 'conversation' and o.conversation_id in ${memberships}) order by o.seq limit $3)) e
   where true`,
  deliveredTo,
  hasNotMuted,
);

interface Participant {
  conversationId: number;
  id: number;
  listed: boolean;
}

/** Who is in conversations `$1`; `listed` unless nothing of one is delivered to them, since its writers are suspended. */
const participantIds = statement.read<Participant>(
  'live_participant_ids',
  `select conversation_id as "conversationId", user_id as id, last_message_id > 0 as listed
   from conversation_member where conversation_id = any($1::bigint[])`,
  { all: 'to whom a change of the conversation is delivered' },
);

export const conversations: InterestRules<ConversationsInterest, ConversationChanged, Kind> = {
  // All participants receive it as well: `src/domain/live/announced-channels.ts` publishes it to each of them.
  announced: {
    message: ({ conversationId }) => channelsOf(['conversation', conversationId]),
    conversation: ({ conversationId, userId }) => channelsOf(['conversation', conversationId], ['user', userId]),
    member: ({ userId }) => channelsOf(['user', userId]),
  },

  check: ownThings,

  sourcesOf: (_queries, viewerId) => ({
    topics: [ofParticipant.of(viewerId)],
    channels: () => [channel('user', viewerId)],
    missed: [ofAll, viewerId],
  }),

  async deliver(queries, audience, events) {
    if (!audience.any(ofParticipant)) return [];
    const deliveries: Delivery<ConversationChanged>[] = [];
    const loaded = await loadParticipants(queries, audience, events);
    for (const event of events) {
      const { stay, left } = readersOf(loaded, audience, event);
      const conversationId = event.conversationId ?? event.subjectId;
      for (const [readers, gone] of [[stay, false] as const, [left, true] as const]) {
        const messagesChanged = event.kind === 'conversation' && !gone;
        const changed = { kind: 'conversationChanged', conversationId, left: gone, messagesChanged } as const;
        for (const reader of readers)
          for (const listener of audience.of(ofParticipant, reader)) deliveries.push([listener, event, changed]);
      }
    }
    return deliveries;
  },
};

/** What decides who is concerned by events: the readers of messages, and the participants of conversations. */
interface Loaded {
  readers: ReadonlyMap<number, { readers: number[] }[]>;
  participants: ReadonlyMap<number, Participant[]>;
}

async function loadParticipants(
  queries: Queries,
  { only }: Audience,
  events: readonly LogEvent<Kind>[],
): Promise<Loaded> {
  // For a replay, the statement `ofAll` has already checked who reads a message, and an event of one user names the user.
  const messages = only ? [] : events.filter(({ kind }) => kind === 'message');
  const changed = events.filter(({ kind, userId }) => kind === 'conversation' && !(only && userId !== null));
  const [readers, participants] = await Promise.all([
    messages.length > 0 ? queries.all(messagesForReaders, [subjectsOf(messages)]) : [],
    changed.length > 0 ? queries.all(participantIds, [subjectsOf(changed)]) : [],
  ]);
  return {
    readers: Map.groupBy(readers, ({ id }) => id),
    participants: Map.groupBy(participants, ({ conversationId }) => conversationId),
  };
}

/** The participants of the conversation of an event to whom it is delivered, and those who have left. */
function readersOf(
  { readers, participants }: Loaded,
  { only }: Audience,
  { kind, subjectId, userId }: LogEvent<Kind>,
): { stay: number[]; left: number[] } {
  switch (kind) {
    case 'message': {
      if (only) return { stay: [only.who.viewerId], left: [] };
      return { stay: (readers.get(subjectId) ?? []).flatMap((group) => group.readers), left: [] };
    }
    case 'conversation': {
      if (only && userId !== null)
        return userId === only.who.viewerId ? { stay: [], left: [userId] } : { stay: [only.who.viewerId], left: [] };
      const all = participants.get(subjectId) ?? [];
      const found = only ? all.filter(({ id }) => id === only.who.viewerId) : all;
      const ids = (there: boolean) => found.flatMap(({ id, listed }) => (listed === there ? [id] : []));
      const isThere = userId === null || found.some(({ id }) => id === userId);
      return { stay: ids(true), left: isThere ? ids(false) : [...ids(false), userId] };
    }
    case 'member':
      return { stay: userId === null ? [] : [userId], left: [] };
  }
}
