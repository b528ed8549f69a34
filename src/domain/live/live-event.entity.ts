import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';

const LiveEventSchema = defineEntity({
  name: 'LiveEvent',
  tableName: 'live_event',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** When its transaction began, by the clock of the database. The log has a partition for each day. */
    createdDate: p.datetime(6).columnType('timestamptz(6)').primary().defaultRaw('now()'),
    /**
     * The position in the order in which events are read. The function `live_events`
     * (`src/platform/database/migrations/partitions/live-positions.ts`) assigns it after the commit, without gaps, and each
     * once. Ids do not follow the order of commits, so reading by id could skip an event that is just being written.
     */
    seq: p.bigint('number').nullable(),
    /** The kind of event, from the interests (`src/domain/live/interests/`). */
    kind: p.string().length(12),
    /**
     * The message, conversation (also of a membership), friendship, notification or post; 0 for a block, a mute and a user. Not a
     * foreign key, because the object may be deleted later.
     */
    subjectId: p.bigint('number'),
    /** The conversation whose participants receive it, for `message` and `conversation`. */
    conversationId: p.bigint('number').nullable(),
    /**
     * Author of the post, reader of the notification, member of the conversation, requester of the friendship, the user who
     * blocks or mutes, or who has changed; null once that account is deleted.
     */
    userId: p.bigint('number').nullable(),
    /** The user to whom the friendship request was sent, or who is blocked or muted; null once that account is deleted. */
    otherId: p.bigint('number').nullable(),
    /** Grid cell of a new post's place (`src/domain/rules/grid.ts`). */
    cell: p.integer().nullable(),
    /** The former privacy, for `post-gone`. Users who could see the post then are notified that it is gone. */
    privacy: p.string().length(7).nullable(),
  },
  indexes: [
    madeBy('create index live_event_seq on live_event (seq) where seq is not null'),
    madeBy('create index live_event_waiting on live_event (id) where seq is null'),
    madeBy(`create index live_event_of_conversation on live_event (conversation_id, seq)
        where conversation_id is not null and seq is not null`),
    madeBy(
      'create index live_event_of_user on live_event (user_id, seq) where user_id is not null and seq is not null',
    ),
    madeBy(
      'create index live_event_of_other on live_event (other_id, seq) where other_id is not null and seq is not null',
    ),
    madeBy('create index live_event_of_cell on live_event (cell, seq) where cell is not null and seq is not null'),
    madeBy(`create index live_event_of_post on live_event (subject_id, seq)
        where kind in ('post-changed', 'post-gone') and seq is not null`),
  ],
});

/**
 * The log of changes. It contains ids only, is written by triggers in the transaction of the change, and is kept for
 * some days.
 */
export class LiveEvent extends LiveEventSchema.class {}
LiveEventSchema.setClass(LiveEvent);
