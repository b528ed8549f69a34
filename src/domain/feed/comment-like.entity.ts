import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { Comment } from './comment.entity.ts';

const CommentLikeSchema = defineEntity({
  name: 'CommentLike',
  tableName: 'comment_like',
  properties: {
    /** First in the key, so that one index finds what a user likes, and whether a user likes a comment. */
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    comment: () => p.manyToOne(Comment).primary().deleteRule('cascade'),
    /** The position among the likes of the comment: later likes have larger ones. */
    id: p.bigint('number').autoincrement(),
  },
  indexes: [madeBy('create index comment_like_of_comment on comment_like (comment_id, id) include (user_id)')],
});

/** A like of a comment. Triggers keep `comment.like_count` and `comment.likers`, as those of posts. */
export class CommentLike extends CommentLikeSchema.class {}
CommentLikeSchema.setClass(CommentLike);
