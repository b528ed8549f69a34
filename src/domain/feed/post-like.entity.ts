import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { Post } from './post.entity.ts';

const PostLikeSchema = defineEntity({
  name: 'PostLike',
  tableName: 'post_like',
  properties: {
    /** First in the key, so that one index finds what a user likes, and whether a user likes a post. */
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    /** The position among the likes of the post: later likes have larger ones. */
    id: p.bigint('number').autoincrement(),
  },
  indexes: [madeBy('create index post_like_of_post on post_like (post_id, id) include (user_id)')],
});

/**
 * A like of a post. Triggers keep `post.like_count` and `post.likers` in the same transaction
 * (docs/architecture.md#likes, decisions D411).
 */
export class PostLike extends PostLikeSchema.class {}
PostLikeSchema.setClass(PostLike);
