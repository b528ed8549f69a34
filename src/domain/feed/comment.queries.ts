import { selectedTexts } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import type { MayEndEarly } from '../../platform/database/text-bytes.ts';
import { idsAt, limitAt, sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { about, every, some, sqlOf } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { userColumns, userOf } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import {
  blocks,
  hasNotMutedInList,
  hasOwnView,
  hiddenRule,
  isNotSuspended,
  isOwner,
  isPresentInList,
  isShownTo,
  offTerms,
  objectRule,
  userRule,
  visibleTo,
} from '../rules/visibility.ts';
import { Comment } from './comment.entity.ts';
import { shownLikes } from './shown-likes.ts';

const plainNames = ['id', 'postId', 'comment', 'submitDate', 'isHidden'] as const satisfies (keyof Stored<Comment>)[];
const commentNames = [...plainNames, 'likeCount', 'likers'] as const satisfies (keyof Stored<Comment>)[];

/** A comment with its author, from which the type `Comment` of GraphQL is made. */
export interface CommentRow extends Pick<Stored<Comment>, (typeof commentNames)[number]>, MayEndEarly {
  user: UserRow;
  /** The author of the post, who may delete it. */
  postAuthorId: number;
}

/** One row of `commentColumns`. */
export interface FlatComment extends Omit<CommentRow, 'user'>, Prefixed<UserRow, 'user'> {}

/** From the comment `c`, its author `u` and its post `p`. */
const commentColumns = sql`${selectedTexts(Comment, 'c', plainNames)}, p.author_id as "postAuthorId", ${shownLikes('comment', 'c')}, ${userColumns('u', 'user')}`;

/**
 * A viewer who may see the post may see its comments (R12), except those of users who have blocked the viewer. The
 * owner of the post may see all of them (decisions N23). What staff have hidden is visible to
 * its author, and comments of suspended users are visible to nobody.
 */
export function commentRule(viewer: string, comment = 'c'): Rule {
  const author = `${comment}.user_id`;
  return every(
    objectRule(viewer, 'p'),
    some(isOwner(viewer, 'p.author_id'), about('commenter', userRule(viewer, author))),
    about('commenter', isNotSuspended(author)),
    about('comment', hiddenRule(viewer, author, comment)),
  );
}
export const commentVisibleTo = (viewer: string, comment = 'c') => sqlOf(commentRule(viewer, comment));

/** `$1` viewer, `$2` comment ids. */
export const flatCommentsByIds = statement.read<FlatComment>(
  'comments_by_ids',
  sql`select ${commentColumns} from comment c join post p on p.id = c.post_id join users u on u.id = c.user_id
   where c.id = any(${idsAt(2)}) and ${commentVisibleTo('$1')}`,
  visibleTo,
  blocks,
);

/**
 * Whether the comments of a post are listed at all. A comment is omitted if there is a block between its author and the
 * viewer, but the owner of the post sees all comments (decisions N23). Comments of users
 * whom the viewer has muted are always omitted.
 */
const listed = visibleTo('$1', 'p');
const known = (comment: string) => `(p.author_id = $1 or ${comment}.user_id not in ${offTerms('$1')})
  and ${hasNotMutedInList('$1', `${comment}.user_id`)} and ${isPresentInList(`${comment}.user_id`)}
  and ${isShownTo('$1', `${comment}.user_id`, comment)}`;

const rules = [visibleTo, offTerms, hasNotMutedInList, isShownTo];

/** Of post `p`: `$3` after, `$4` before or null, `$5` limit, `$6` offset. */
const page = (order: 'asc' | 'desc') => sql`lateral (
     select o.* from comment o where o.post_id = p.id and o.id > $3
       and o.id < coalesce($4::bigint, 9223372036854775807) and ${known('o')}
     order by o.id ${order} limit ${limitAt(5)} offset $6
   ) c`;

const ofPosts = (order: 'asc' | 'desc') =>
  sql`select ${commentColumns} from unnest(${idsAt(2, 'postId')}) requested(id)
   join post p on p.id = requested.id and ${listed}
   cross join ${page(order)} join users u on u.id = c.user_id order by c.post_id, c.id`;

/** `$1` viewer, `$2` posts, then a page of each, oldest first. */
export const flatCommentsOfPosts = statement.read<FlatComment>('comments_of_posts', ofPosts('asc'), ...rules);

/** A page of comments, counted from the newest comment. */
export const flatNewestOfPosts = statement.read<FlatComment>(
  'newest_comments_of_posts',
  ofPosts('desc').reversed(),
  ...rules,
);

/**
 * A row of a page of the comments of one post. A page without comments is one row without ids, which contains the
 * total.
 */
type ListedComment = { total: number | null } & (FlatComment | { id: null });

/**
 * The stored number of comments of the post `p`, or null if the viewer may see fewer or more of them. They have to be counted
 * then. Counting has its own statement, because it would make this one a quarter slower even where it is not needed.
 */
const storedTotal = `case when p.withheld or ${hasOwnView('$1', 'comment')} then null else p.comment_count end`;

/**
 * `$1` viewer, `$2` post, then a page of its comments, oldest first, and `storedTotal`. No row if the viewer may not
 * see the post.
 */
const ofPost = (order: 'asc' | 'desc') =>
  sql`select ${commentColumns}, t.total from post p
   cross join lateral (select ${storedTotal} as total offset 0) t
   left join ${page(order)} on true left join users u on u.id = c.user_id
   where p.id = $2 and ${listed} order by c.id`;

export const commentsOfPost = statement.read<ListedComment>('comments_of_post', ofPost('asc'), ...rules);
export const newestCommentsOfPost = statement.read<ListedComment>(
  'newest_comments_of_post',
  ofPost('desc').reversed(),
  ...rules,
);

/** `$1` viewer, `$2` post ids: the number of comments of each that the viewer may see. */
export const commentCounts = statement.read<{ id: number; count: number }>(
  'comment_counts',
  `select p.id, count(*) as count from post p join comment c on c.post_id = p.id
   where p.id = any($2::bigint[]) and ${listed} and ${known('c')} group by p.id`,
  ...rules,
);

/** Puts the parts of a row together. */
export function commentRow(flat: FlatComment): CommentRow {
  return {
    id: flat.id,
    postId: flat.postId,
    postAuthorId: flat.postAuthorId,
    comment: flat.comment,
    submitDate: flat.submitDate,
    isHidden: flat.isHidden,
    likeCount: flat.likeCount,
    likers: flat.likers,
    user: userOf(flat),
    endsEarly: flat.endsEarly,
  };
}
