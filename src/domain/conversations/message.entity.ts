import { storedLengths } from '../rules/stored-lengths.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { declareLongTexts } from '../../platform/database/columns.ts';
import { textBytes } from '../../platform/text.ts';
import { User } from '../people/user.entity.ts';
import { Conversation } from './conversation.entity.ts';

const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'message',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    conversation: () => p.manyToOne(Conversation).deleteRule('cascade'),
    /** Null when the sender has deleted the account. The name is kept then. */
    user: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    userDeletedName: p.string().length(storedLengths.wholeName).default(''),
    message: p.text(),
    /** Whether staff have hidden it: only its sender sees it. */
    isHidden: p.boolean().default(false),
    /** Whether its sender has deleted it: its text is empty then (D302). */
    isDeleted: p.boolean().default(false),
    /** Of a sender who has deleted the account: the members who had blocked the sender, to whom it is not delivered. */
    undeliveredUsers: p.array(Number).columnType('bigint[]').defaultRaw("'{}'"),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
  },
  indexes: [{ name: 'message_of_conversation', properties: ['conversation', 'id'] }],
});

/** A message of a conversation. */
export class Message extends MessageSchema.class {}
MessageSchema.setClass(Message);
declareLongTexts(Message, { message: textBytes });
