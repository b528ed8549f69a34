import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const ConversationSchema = defineEntity({
  name: 'Conversation',
  tableName: 'conversation',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    startedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** The newest message. The lock of this row serializes the writers of a conversation. */
    lastMessageId: p.bigint('number').default(0),
    /** The names of participants who have deleted their accounts. */
    pastUsersInvolved: p.array(String).columnType('text[]').defaultRaw("'{}'"),
  },
});

/** A conversation between users. */
export class Conversation extends ConversationSchema.class {}
ConversationSchema.setClass(Conversation);
