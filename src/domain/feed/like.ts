import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { visibleTo } from '../rules/visibility.ts';
import { commentVisibleTo } from './comment.queries.ts';

/** What can be liked. */
export const likeableTypes = ['Post', 'Comment'] as const;
export type LikeableType = (typeof likeableTypes)[number];

/** What becomes of the viewer's like. */
export type LikeChange = 'like' | 'unlike' | 'toggle';

/** How a post or comment stands after it was liked or not. */
export interface Liked {
  id: number;
  /** Whether the viewer likes it now. */
  liked: boolean;
  /** Who does, oldest like first. */
  likers: number[];
}

const mine = '$1::bigint = any(t.likers)';
const withMe = 'array_append(t.likers, $1::bigint)';
const withoutMe = 'array_remove(t.likers, $1::bigint)';

const likersAfter: Record<LikeChange, string> = {
  like: `case when ${mine} then t.likers else ${withMe} end`,
  unlike: withoutMe,
  toggle: `case when ${mine} then ${withoutMe} else ${withMe} end`,
};

/** Which rows `t` of a table the viewer `$1` may like: those they may see. */
const tables: Record<LikeableType, { table: string; visible: string }> = {
  Post: { table: 'post', visible: visibleTo('$1', 't.author_id', 't.privacy') },
  Comment: {
    table: 'comment',
    visible: `exists (select 1 from post p where p.id = t.post_id and ${commentVisibleTo('$1', 't')})`,
  },
};

/**
 * One atomic statement each: `$1` viewer, `$2` id. Two at once are done one after the other, and never double a like.
 * After the thing the viewer's own row is locked, as every foreign key would: an account that is just being deleted
 * leaves no like behind (accounts/leaving.queries.ts).
 */
function changeOf(type: LikeableType, change: LikeChange): Statement<Liked> {
  const { table, visible } = tables[type];
  return statement<Liked>(
    `${change}_${table}`,
    `with seen as (select t.id from ${table} t where t.id = $2 and ${visible} for no key update of t),
     me as (select id from users where id = $1 and exists (select 1 from seen) for key share)
     update ${table} t set likers = ${likersAfter[change]} from me where t.id = $2
     returning t.id, ${mine} as liked, t.likers`,
  );
}

const changes = Object.fromEntries(
  likeableTypes.map((type) => [
    type,
    { like: changeOf(type, 'like'), unlike: changeOf(type, 'unlike'), toggle: changeOf(type, 'toggle') },
  ]),
) as Record<LikeableType, Record<LikeChange, Statement<Liked>>>;

/**
 * Likes a post or comment, takes the like back, or does whichever is due. Liking twice is liking once.
 * @throws Failure NOT_FOUND when there is none that the viewer may see
 */
export async function like(context: Context, type: LikeableType, id: number, change: LikeChange): Promise<Liked> {
  const liked = await context.database.one(changes[type][change], [viewerOf(context).id, id]);
  if (!liked) throw new Failure('NOT_FOUND');
  // What was read earlier in this request is stale now.
  (type === 'Post' ? context.loaders.posts : context.loaders.comments).clear(id);
  return liked;
}
