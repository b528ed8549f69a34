import { defineEntity, p } from '@mikro-orm/core';
import { declareLongTexts } from '../../platform/database/columns.ts';
import { textBytes } from '../../platform/text.ts';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { Post } from './post.entity.ts';
import type { PostChanges } from '../rules/post-changes.ts';

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    comment: p.text(),
    submitDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** The number of its rows in `comment_like`. */
    likeCount: p.integer().default(0),
    /** Ids of the newest `mostLikers` of those who like it, oldest like first: a copy from `comment_like`. */
    likers: p.array(Number).columnType('bigint[]').defaultRaw("'{}'"),
    /** Whether someone who is or was suspended likes it: the likes are counted anew then. */
    withheld: p.boolean().default(false),
    /** Whether staff have hidden it: only its author sees it. */
    isHidden: p.boolean().default(false),
  },
  indexes: [
    { name: 'comment_of_post', properties: ['post', 'id'] },
    madeBy('create index comment_withheld on comment (id) where withheld'),
  ],
});

/** A comment on a post. `post.comment_count` is updated in the same transaction. */
export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);
declareLongTexts(Comment, { comment: textBytes });

/**
 * What changes of its columns mean for subscriptions to the post. New and deleted comments change `post.comment_count`.
 */
export const commentChanges: PostChanges<Comment> = {
  id: 'fixed',
  post: 'fixed',
  user: 'fixed',
  comment: 'published',
  submitDate: 'fixed',
  likeCount: 'published',
  likers: 'published',
  withheld: 'published',
  isHidden: { because: 'the number of comments of the post changes with it, which is published' },
};
