import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../people/user.entity.ts';

const FriendEdgeSchema = defineEntity({
  name: 'FriendEdge',
  tableName: 'friend_edge',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    friend: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
  },
});

/**
 * An accepted friendship as two rows, one from each side, which feeds and the rules of visibility read
 * (docs/performance.md#lists-that-stay-flat).
 */
export class FriendEdge extends FriendEdgeSchema.class {}
FriendEdgeSchema.setClass(FriendEdge);
