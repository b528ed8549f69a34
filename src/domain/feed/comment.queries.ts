import { selectedTexts } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import type { MayEndEarly } from '../../platform/database/text-bytes.ts';
import { list, listOfEach } from '../../platform/database/list.ts';
import type { Part } from '../../platform/database/list.ts';
import { idsAt, sql } from '../../platform/database/sql.ts';
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

/** A page of the post `p`. */
const page = ({ within, order, slice }: Part) => sql`lateral (
     select o.* from comment o where o.post_id = p.id and ${within('o.id')} and ${known('o')}
     order by o.id ${order} ${slice}
   ) c`;

/** `$1` viewer, `$2` posts: the comments of each, oldest first. */
export const commentsOfPosts = listOfEach<FlatComment, CommentRow>({
  name: 'comments_of_posts',
  order: 'oldest first',
  of: 'postId',
  parameters: 2,
  rows: (part) => sql`select ${commentColumns} from unnest(${part.ids}) requested(id)
   join post p on p.id = requested.id and ${listed}
   cross join ${page(part)} join users u on u.id = c.user_id order by c.post_id, c.id`,
  sees: rules,
  row: commentRow,
  total: statement.read(
    'comment_counts',
    `select p.id, count(*) as count from post p join comment c on c.post_id = p.id
   where p.id = any($2::bigint[]) and ${listed} and ${known('c')} group by p.id`,
    ...rules,
  ),
});

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

/** `$1` viewer, `$2` post: its comments, oldest first, and `storedTotal`. No row if the viewer may not see the post. */
export const commentsOfPost = list<ListedComment>({
  name: 'comments_of_post',
  order: 'oldest first',
  parameters: 2,
  rows: (part) => sql`select ${commentColumns}, t.total from post p
   cross join lateral (select ${storedTotal} as total offset 0) t
   left join ${page(part)} on true left join users u on u.id = c.user_id
   where p.id = $2 and ${listed} order by c.id`,
  sees: rules,
});

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
