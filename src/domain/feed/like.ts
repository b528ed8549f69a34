import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { blocks, onTerms, visibleTo } from '../rules/visibility.ts';
import { commentVisibleTo } from './comment.queries.ts';

/** What can be liked. */
export const likeableTypes = ['Post', 'Comment'] as const;
type LikeableType = (typeof likeableTypes)[number];

/** What becomes of the viewer's like. */
type LikeChange = 'like' | 'unlike' | 'toggle';

/** How a post or comment stands after it was liked or not. */
interface Liked {
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

/**
 * Which rows `t` of a table the viewer `$1` may see, and which of them they may like: writing to somebody's things needs
 * terms in both directions, with the author and, below a post, with its owner (decisions N23). Taking a like back is
 * always possible.
 */
const tables: Record<LikeableType, { table: string; visible: string; open: string }> = {
  Post: {
    table: 'post',
    visible: visibleTo('$1', 't.author_id', 't.privacy'),
    open: `not ${blocks('$1', 't.author_id')}`,
  },
  Comment: {
    table: 'comment',
    visible: `exists (select 1 from post p where p.id = t.post_id and ${commentVisibleTo('$1', 't')})`,
    open: `(${onTerms('$1', 't.user_id')}
      and not exists (select 1 from post p where p.id = t.post_id and ${blocks('$1', 'p.author_id')}))`,
  },
};

/**
 * One atomic statement each: `$1` viewer, `$2` id. Two at once are done one after the other, and never double a like.
 * After the thing the viewer's own row is locked, as every foreign key would: an account that is just being deleted
 * leaves no like behind (src/domain/accounts/leaving.queries.ts).
 */
function changeOf(type: LikeableType, change: LikeChange): Statement<Liked> {
  const { table, visible, open } = tables[type];
  return statement<Liked>(
    `${change}_${table}`,
    `with seen as (select t.id, ${change === 'unlike' ? 'true' : open} as open from ${table} t
       where t.id = $2 and ${visible} for no key update of t),
     me as (select id from users where id = $1 and exists (select 1 from seen) for key share)
     update ${table} t set likers = ${likersAfter[change]} from me
     where t.id = $2 and (${mine} or (select open from seen))
     returning t.id, ${mine} as liked, t.likers`,
    visibleTo,
  );
}

/** `$1` viewer, `$2` id: whether what the viewer may see may be liked by them; no row when they may not see it. */
const openness = Object.fromEntries(
  likeableTypes.map((type) => {
    const { table, visible, open } = tables[type];
    const text = `select ${open} as open from ${table} t join users me on me.id = $1 where t.id = $2 and ${visible}`;
    return [type, statement<{ open: boolean }>(`${table}_open`, text, visibleTo)];
  }),
) as Record<LikeableType, Statement<{ open: boolean }>>;

const changes = Object.fromEntries(
  likeableTypes.map((type) => [
    type,
    { like: changeOf(type, 'like'), unlike: changeOf(type, 'unlike'), toggle: changeOf(type, 'toggle') },
  ]),
) as Record<LikeableType, Record<LikeChange, Statement<Liked>>>;

/**
 * Likes a post or comment, takes the like back, or does whichever is due. Liking twice is liking once.
 * @throws Failure NOT_FOUND when there is none that the viewer may see, BLOCKED when it may be seen and not be liked,
 *   RATE_LIMITED
 */
export async function like(context: Context, type: LikeableType, id: number, change: LikeChange): Promise<Liked> {
  const viewer = viewerOf(context);
  if (change !== 'unlike') await context.budget.spend('like');
  const liked = await context.database.one(changes[type][change], [viewer.id, id]);
  const things = type === 'Post' ? context.loaders.posts : context.loaders.comments;
  if (!liked) {
    const seen = await context.database.one(openness[type], [viewerOf(context).id, id]);
    throw new Failure(seen?.open === false ? 'BLOCKED' : 'NOT_FOUND');
  }
  // What was read earlier in this request is stale now.
  things.clear(id);
  return liked;
}
