import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { blocks, onTerms, visibleTo } from '../rules/visibility.ts';
import { commentVisibleTo } from './comment.queries.ts';
import { shownLikers } from './post.queries.ts';

/** The kinds of objects that can be liked. */
export const likeableTypes = ['Post', 'Comment'] as const;
type LikeableType = (typeof likeableTypes)[number];

/** What happens to the like of the viewer. */
type LikeChange = 'like' | 'unlike' | 'toggle';

/** The likes of a post or comment after the change. */
interface Liked {
  id: number;
  /** Whether the viewer likes it now. */
  liked: boolean;
  /** The users who like it, oldest like first. */
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
 * Which rows `t` of a table the viewer `$1` may see, and which of them they may like. A like requires that there is no
 * block in either direction between the viewer and the author, and for a comment also the owner of the post (decisions
 * N23). A like can always be taken back.
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
 * Atomic statements: `$1` viewer, `$2` id. Concurrent ones run one after the other and never add a like twice. After
 * the object, the row of the viewer is locked, as a foreign key would do, so that an account that is being deleted
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
     returning t.id, ${mine} as liked, ${shownLikers('t')} as likers`,
    visibleTo,
  );
}

/** `$1` viewer, `$2` id: whether the viewer may like the object; no row when the viewer may not see it. */
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
 * Likes a post or comment, takes the like back, or toggles it. A second like has no effect.
 * @throws Failure NOT_FOUND when there is none that the viewer may see, BLOCKED when the viewer may see it but not like
 * it, RATE_LIMITED
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
  // Rows that were read earlier in this request are stale now.
  things.clear(id);
  return liked;
}
