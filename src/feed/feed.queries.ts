import { statement } from '../database/statement.ts';
import type { Statement } from '../database/statement.ts';
import { onTerms } from '../visibility.ts';
import { inFeed, metersFrom } from './feed-rules.ts';
import { localRadius } from './grid.ts';
import { postsOf } from './post.queries.ts';
import type { FlatPost } from './post.queries.ts';

/** The statements of one feed. All take `$1` older than, `$2` newer than (post ids), `$3` limit, then the feed's own. */
export interface FeedStatements {
  /** The newest posts between the bounds, newest first. */
  older: Statement<FlatPost>;
  /** The same, and whether there is any at `$1` or newer. */
  deeper: Statement<FlatPost & { beyond: boolean }>;
  /** The oldest posts between the bounds, newest first, and whether there is any at `$2` or older. */
  newer: Statement<FlatPost & { beyond: boolean }>;
  /** Whether there is any post between the bounds. */
  any: Statement<{ found: boolean }>;
}

/** Page of the posts `p` that meet `condition`, by an index that ends in `id desc`. */
function posts(condition: string, { direction, limit, bounds }: Cut, join = ''): string {
  return `select p.id from post p ${join} where ${condition} and ${bounds} order by p.id ${direction} limit ${limit}`;
}

/** Which part of a feed: between which ids, from which end, how many. */
interface Cut {
  direction: 'asc' | 'desc';
  limit: string;
  bounds: string;
}

const between = 'p.id < $1::bigint and p.id > $2::bigint';

/** Query for the ids of a feed's posts in a cut; may find more than its limit. */
type Candidates = (cut: Cut) => string;

function feedStatements(name: string, candidates: Candidates): FeedStatements {
  const any = (bounds: string) => `exists (select 1 from (${candidates({ direction: 'desc', limit: '1', bounds })}) c)`;
  const page = (direction: 'asc' | 'desc', beyond?: string) =>
    postsOf(
      `select c.id from (${candidates({ direction, limit: '$3', bounds: between })}) c order by c.id ${direction} limit $3`,
      beyond && `${any(beyond)} as beyond`,
    );
  return {
    older: statement(`feed_${name}_older`, page('desc')),
    deeper: statement(`feed_${name}_deeper`, page('desc', 'p.id >= $1::bigint')),
    newer: statement(`feed_${name}_newer`, page('asc', 'p.id <= $2::bigint')),
    any: statement(`feed_${name}_any`, `select ${any(between)} and $3::int > 0 as found`),
  };
}

/** For each author one index scan that stops at the page size, then the best of all: flat in history (design part 5). */
const ofEach = (authors: string, author: string, condition: string): Candidates => {
  return (cut) =>
    `select c.id from ${authors} cross join lateral (${posts(`p.author_id = ${author} and ${condition}`, cut)}) c`;
};

/** `$4` viewer: posts of accepted friends and one's own (decisions R13). */
const friends = feedStatements('friends', (cut) => {
  const ofFriends = ofEach(
    '(select friend_id from friend_edge where user_id = $4) f',
    'f.friend_id',
    "p.privacy in ('public', 'friends')",
  );
  return `(${ofFriends(cut)}) union all (${posts('p.author_id = $4', cut)})`;
});

/** `$4` user, `$5` viewer: that user's friends feed, as far as the viewer may see it. */
const friendsOfOther = feedStatements(
  'friends_of_other',
  ofEach(
    '(select friend_id from friend_edge where user_id = $4 union all select $4::bigint) f',
    'f.friend_id',
    inFeed.profile('$5'),
  ),
);

/** `$4` user, `$5` viewer: posts of one user that the viewer may see (R13). */
const profile = feedStatements('profile', (cut) => posts(`p.author_id = $4 and ${inFeed.profile('$5')}`, cut));

/** `$4` viewer: public posts of people marked as featured by staff (R13). */
const featured = feedStatements(
  'featured',
  ofEach(`(select id from users where is_featured and ${onTerms('$4', 'users.id')}) f`, 'f.id', "p.privacy = 'public'"),
);

/** `$4` grid cells, `$5` latitude, `$6` longitude, `$7` viewer: public posts of people around a place (R13). */
const local = feedStatements('local', (cut) => {
  const inCell = posts(
    `p.cell = g.cell and p.privacy = 'public' and ${metersFrom('$5::float8', '$6::float8')} <= ${localRadius} and ${onTerms('$7', 'p.author_id')}`,
    cut,
    'join profile f on f.id = p.author_id',
  );
  return `select c.id from unnest($4::int[]) g(cell) cross join lateral (${inCell}) c`;
});

/** Every feed's statements, by name. */
export const feeds = { friends, friendsOfOther, profile, featured, local };
