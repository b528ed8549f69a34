import { defineEntity, p } from '@mikro-orm/core';

const LiveEventSchema = defineEntity({
  name: 'LiveEvent',
  tableName: 'live_event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /**
     * Place in the order that everyone reads: given after the commit, without gaps, by the function `live_events`
     * (`src/platform/database/migrations/initial/live.ts`). Ids are not in the order of commits: who reads by them could
     * pass by an event that is just being written.
     */
    seq: p.bigint('number').nullable(),
    /** What happened: the kinds are those of the interests (`src/domain/live/interests/`). */
    kind: p.string().length(12),
    /** The message, conversation (also of a membership), friendship or post. No foreign key: it may be gone since. */
    subjectId: p.bigint('number'),
    /** Whose participants it is for, of `message` and `conversation`. */
    conversationId: p.bigint('number').nullable(),
    /** Author of the post, member of the conversation, requester of the friendship; null once that account is deleted. */
    userId: p.bigint('number').nullable(),
    /** Who was asked for the friendship; null once that account is deleted. */
    otherId: p.bigint('number').nullable(),
    /** Grid cell of a new post's place (`src/domain/feed/grid.ts`). */
    cell: p.integer().nullable(),
    /** Of `post-gone`: the privacy before. Who could see the post then hears that it is gone. */
    privacy: p.string().length(7).nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'live_event_seq',
      expression: 'create unique index live_event_seq on live_event (seq) where seq is not null',
    },
    { name: 'live_event_waiting', expression: 'create index live_event_waiting on live_event (id) where seq is null' },
    {
      name: 'live_event_of_conversation',
      expression: `create index live_event_of_conversation on live_event (conversation_id, seq)
        where conversation_id is not null and seq is not null`,
    },
    {
      name: 'live_event_of_user',
      expression:
        'create index live_event_of_user on live_event (user_id, seq) where user_id is not null and seq is not null',
    },
    {
      name: 'live_event_of_other',
      expression:
        'create index live_event_of_other on live_event (other_id, seq) where other_id is not null and seq is not null',
    },
    {
      name: 'live_event_of_cell',
      expression:
        'create index live_event_of_cell on live_event (cell, seq) where cell is not null and seq is not null',
    },
    {
      name: 'live_event_of_post',
      expression: `create index live_event_of_post on live_event (subject_id, seq)
        where kind in ('post-changed', 'post-gone') and seq is not null`,
    },
  ],
});

/** The log of what happened: ids only, written by triggers in the transaction of the change, kept for some days. */
export class LiveEvent extends LiveEventSchema.class {}
LiveEventSchema.setClass(LiveEvent);
