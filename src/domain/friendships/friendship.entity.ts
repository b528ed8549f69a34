import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';

const FriendshipSchema = defineEntity({
  name: 'Friendship',
  tableName: 'friendship',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The requester. */
    user1: () => p.manyToOne(User).fieldName('user1_id').deleteRule('cascade'),
    /** The user to whom the request was sent. */
    user2: () => p.manyToOne(User).fieldName('user2_id').deleteRule('cascade').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Null while pending. */
    acceptedDate: p.datetime(6).columnType('timestamptz(6)').nullable(),
  },
  indexes: [
    madeBy(
      'create unique index friendship_between_users on friendship (least(user1_id, user2_id), greatest(user1_id, user2_id))',
    ),
    { name: 'friendship_user1', properties: ['user1'] },
  ],
});

/** A pending or accepted friendship. Two users have at most one row, whoever sent the request (R14). */
export class Friendship extends FriendshipSchema.class {}
FriendshipSchema.setClass(Friendship);
