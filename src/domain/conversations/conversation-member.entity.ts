import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import type { StoredPlacement } from './placement.ts';
import { Conversation } from './conversation.entity.ts';

const ConversationMemberSchema = defineEntity({
  name: 'ConversationMember',
  tableName: 'conversation_member',
  properties: {
    conversation: () => p.manyToOne(Conversation).primary().deleteRule('cascade'),
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** `inbox`, `archived` or `hidden` (interface, Conversation placement). */
    placement: p.string().length(8).$type<StoredPlacement>().default('inbox'),
    /** The newest message that was read. Later messages of others are unread. */
    readUpTo: p.bigint('number').default(0),
    /** The number of unread messages. */
    unread: p.integer().default(0),
    /**
     * The newest message that was delivered to the member. It is stored here so that a page of the inbox is one index
     * scan. Without one it is 0, and below 0 while nobody has written at all (`recount-members.ts`).
     */
    lastMessageId: p.bigint('number').default(0),
    /**
     * Whether somebody who was not a friend started it, and the member has neither accepted nor answered it (decisions
     * N24).
     */
    requested: p.boolean().default(false),
  },
  indexes: [
    madeBy(
      'create index conversation_member_of_user on conversation_member (user_id, placement, last_message_id desc) include (requested, conversation_id)',
    ),
  ],
});

/** A participant of a conversation, with the placement of the conversation for them and what they have read. */
export class ConversationMember extends ConversationMemberSchema.class {}
ConversationMemberSchema.setClass(ConversationMember);
