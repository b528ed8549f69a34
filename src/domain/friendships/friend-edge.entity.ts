import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

const FriendEdgeSchema = defineEntity({
  name: 'FriendEdge',
  tableName: 'friend_edge',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    friend: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
  },
});

/** Accepted friendship as two rows a pair, one from each side: what feeds and visibility read (docs/performance.md#lists-that-stay-flat). */
export class FriendEdge extends FriendEdgeSchema.class {}
FriendEdgeSchema.setClass(FriendEdge);
