import { postsLoader } from './post.loader.ts';
import { mustNotBeSuspended } from '../accounts/suspended.ts';
import { checkStrangers, mustProveFirst } from '../accounts/write-to-strangers.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { insertInto } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { blocks, suspendedNow, visibleTo } from '../rules/visibility.ts';
import { Comment } from './comment.entity.ts';

/**
 * `$1` viewer, `$2` post, `$3` text. The post is locked first, which serializes the writers of comments of one post, so
 * that ids and dates follow the order of the commits.
 */
const insertComment = statement.write<{ id: number }>(
  'insert_comment',
  `with o as (
     select p.id from post p where p.id = $2 and ${visibleTo('$1', 'p')} and not ${blocks('$1', 'p.author_id')}
     for no key update
   ), p as (
     update post set comment_count = comment_count + 1 from o where post.id = o.id and not ${suspendedNow('$1')} returning post.id
   )
   ${insertInto(Comment, {
     postId: 'p.id',
     userId: '$1::bigint',
     comment: '$3::text',
     submitDate: 'clock_timestamp()',
   })} from p returning id`,
  visibleTo,
);

/** The text of a comment as it is stored. @throws Failure INVALID */
export const checkComment = (comment: string): string => checkText(comment, 'comment', 'text', true);

/**
 * Adds a comment to a post and returns its id.
 * @throws Failure NOT_FOUND when there is no such post that the viewer may see, BLOCKED when the viewer has blocked its
 * author (decisions N23), INVALID for an invalid text, RATE_LIMITED, UNPROVEN, SUSPENDED
 */
export async function addComment(context: Context, postId: number, comment: string): Promise<number> {
  const viewer = viewerOf(context);
  const text = checkComment(comment);
  await context.budget.spend('comment');
  if (mustProveFirst(context)) await checkAuthor(context, postId);
  const added = await context.database.one(insertComment, [viewer.id, postId, text]);
  if (!added) {
    await mustNotBeSuspended(context.database, viewer.id);
    throw new Failure((await context.loader(postsLoader).load(postId)) ? 'BLOCKED' : 'NOT_FOUND');
  }
  context.forget(postsLoader, postId);
  return added.id;
}

/** A post that does not exist is reported as such. */
async function checkAuthor(context: Context, postId: number): Promise<void> {
  const post = await context.loader(postsLoader).load(postId);
  if (post) await checkStrangers(context, context.database, [post.author.id]);
}
