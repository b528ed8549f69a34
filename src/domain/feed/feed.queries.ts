import { limitAt, sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Sees, Statement } from '../../platform/database/statement.ts';
import {
  hasNotMuted,
  hasNotMutedInList,
  isForFriends,
  isPresentInList,
  isPublic,
  offTerms,
  onTerms,
  visibleTo,
} from '../rules/visibility.ts';
import { ends, posts } from './post-range.ts';
import type { Candidates, PostRange } from './post-range.ts';
import { inFeed } from './feed-rules.ts';
import { localPosts } from './local-posts.ts';
import { postsOf } from './post.queries.ts';
import type { FlatPost } from './post.queries.ts';

/**
 * The statements of one feed. All take `$1` older than, `$2` newer than (post ids), `$3` limit, then parameters of the
 * feed.
 */
export interface FeedStatements {
  /** The newest posts between the bounds, newest first. */
  older: Statement<FlatPost>;
  /** The newest posts between the bounds, newest first, and whether there is any post at `$1` or newer. */
  deeper: Statement<FlatPost & { beyond: boolean }>;
  /** The oldest posts between the bounds, newest first, and whether there is any post at `$2` or older. */
  newer: Statement<FlatPost & { beyond: boolean }>;
  /** Whether there is any post between the bounds. */
  any: Statement<{ found: boolean }>;
}

const between = { from: '$2::bigint + 1', to: '$1::bigint - 1' };

function feedStatements(name: string, sees: readonly Sees[], candidates: Candidates): FeedStatements {
  const any = (ids: Pick<PostRange, 'from' | 'to'>) =>
    `exists (select 1 from (${candidates({ direction: 'desc', limit: '1', ...ids })}) c)`;
  const page = (direction: 'asc' | 'desc', beyond?: Pick<PostRange, 'from' | 'to'>) =>
    postsOf(
      sql`select c.id from (${candidates({ direction, limit: '$3', ...between })}) c order by c.id ${direction} limit ${limitAt(3)}`,
      beyond && `${any(beyond)} as beyond`,
    );
  return {
    older: statement.read(`feed_${name}_older`, page('desc'), ...sees),
    deeper: statement.read(`feed_${name}_deeper`, page('desc', { ...ends, from: '$1::bigint' }), ...sees),
    newer: statement.read(`feed_${name}_newer`, page('asc', { ...ends, to: '$2::bigint' }).reversed(), ...sees),
    any: statement.read(`feed_${name}_any`, `select ${any(between)} and $3::int > 0 as found`, ...sees),
  };
}

/**
 * One index scan for each author that stops at the page size, and the newest posts of all of them. The time does not
 * depend on the length of the history (docs/performance.md#lists-that-stay-flat).
 */
const ofEach = (authors: string, author: string, condition: string): Candidates => {
  return (range) =>
    `select c.id from ${authors} cross join lateral (${posts(`p.author_id = ${author} and ${condition}`, range)}) c`;
};

/** `$4` viewer: posts of accepted friends and of the viewer (decisions R13). */
const friends = feedStatements('friends', [isForFriends, hasNotMutedInList, { owner: 'p.author_id = $4' }], (range) => {
  const ofFriends = ofEach(
    `(select fe.friend_id from friend_edge fe where fe.user_id = $4 and ${hasNotMutedInList('$4', 'fe.friend_id')}
      and ${isPresentInList('fe.friend_id')}) f`,
    'f.friend_id',
    isForFriends('p'),
  );
  return `(${ofFriends(range)}) union all (${posts('p.author_id = $4', range)})`;
});

/**
 * `$4` user, `$5` viewer: the friends feed of the user, as far as the viewer may see it. It is empty if there is a
 * block between them, because its authors reveal the friends of the user.
 */
const friendsOfOther = feedStatements(
  'friends_of_other',
  [visibleTo, onTerms, hasNotMuted],
  ofEach(
    `(select fe.friend_id from friend_edge fe where fe.user_id = $4 and ${onTerms('$5', '$4')}
        and ${hasNotMuted('$5', 'fe.friend_id')}
      union all select $4::bigint where ${onTerms('$5', '$4')}) f`,
    'f.friend_id',
    inFeed.profile('$5'),
  ),
);

/** `$4` user, `$5` viewer: posts of one user that the viewer may see (R13). */
const profile = feedStatements('profile', [visibleTo, onTerms], (range) =>
  posts(`p.author_id = $4 and ${inFeed.profile('$5')}`, range),
);

/** `$4` viewer: public posts of users whom staff has marked as featured (R13). */
const featured = feedStatements(
  'featured',
  [isPublic, onTerms, hasNotMuted],
  ofEach(
    `(select id from users where is_featured and ${onTerms('$4', 'users.id')}
    and ${hasNotMuted('$4', 'users.id')}) f`,
    'f.id',
    isPublic('p'),
  ),
);

/** The parameters are those of `localPosts` (R13). */
const local = feedStatements('local', [isPublic, offTerms, hasNotMuted], localPosts);

/** The statements of all feeds, by name. */
export const feeds = { friends, friendsOfOther, profile, featured, local };
