import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import type { StoredPlacement } from './placement.ts';
import { Conversation } from './conversation.entity.ts';

const SeatSchema = defineEntity({
  name: 'Seat',
  tableName: 'seat',
  properties: {
    conversation: () => p.manyToOne(Conversation).primary().deleteRule('cascade'),
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** `inbox`, `archived` or `hidden` (interface, Conversation placement). */
    placement: p.string().length(8).$type<StoredPlacement>().default('inbox'),
    /** Newest message that was read; unread ones are those after it that others wrote. */
    readUpTo: p.bigint('number').default(0),
    /** How many of those there are. */
    unread: p.integer().default(0),
    /** The newest message that was delivered to them, here so that a page of the inbox is one index scan. */
    lastMessageId: p.bigint('number').default(0),
    /** Somebody who was no friend of theirs began it, and they have neither accepted nor answered it (decisions N24). */
    requested: p.boolean().default(false),
  },
  indexes: [
    {
      name: 'seat_of_user',
      expression:
        'create index seat_of_user on seat (user_id, placement, last_message_id desc) include (requested, conversation_id)',
    },
  ],
});

/** A participant's place in a conversation: where it lies for them, and what they have read. */
export class Seat extends SeatSchema.class {}
SeatSchema.setClass(Seat);
