import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const ConversationSchema = defineEntity({
  name: 'Conversation',
  tableName: 'conversation',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    startedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Newest message. Its row lock puts the writers of a conversation in a line. */
    lastMessageId: p.bigint('number').default(0),
    /** Names of participants who deleted their accounts. */
    pastUsersInvolved: p.array(String).columnType('text[]').defaultRaw("'{}'"),
  },
});

/** A talk between users. */
export class Conversation extends ConversationSchema.class {}
ConversationSchema.setClass(Conversation);
