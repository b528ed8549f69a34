import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { inFeed } from '../feed/feed-rules.ts';
import { postColumns, postJoins, postRow } from '../feed/post.queries.ts';
import type { FlatPost, PostRow } from '../feed/post.queries.ts';
import { visibleTo } from '../rules/visibility.ts';

/** A post and who, of those asked about, may see it where. */
export interface PostAudience {
  post: PostRow;
  /** Ids of all who have it in their friends feed. */
  friends: number[];
  profile: number[];
  featured: number[];
  local: number[];
  readers: number[];
}

/** The viewers who wait for a post, by the feed in which they do; `readers` wait for this post alone. */
export interface Waiting {
  friends: boolean;
  profile: number[];
  featured: number[];
  local: number[];
  readers: number[];
}

/** Everybody who may have posts of an author in their friends feed. */
const friendsOf = (author: string) =>
  `(select fe.user_id as id from friend_edge fe where fe.friend_id = ${author} union all select ${author})`;
const among = (ids: string, condition: string) => `array(select v.id from ${ids} v(id) where ${condition})`;
const visible = (owner: string, privacy: string) => visibleTo('v.id', owner, privacy);

const postAudience = statement<FlatPost & Omit<PostAudience, 'post'>>(
  'live_post_audience',
  `select ${postColumns},
     case when $2::boolean then ${among(friendsOf('p.author_id'), inFeed.friends('v.id'))} else '{}' end as friends,
     ${among('unnest($3::bigint[])', inFeed.profile('v.id'))} as profile,
     ${among('unnest($4::bigint[])', inFeed.featured('v.id'))} as featured,
     ${among('unnest($5::bigint[])', inFeed.local('v.id'))} as local,
     ${among('unnest($6::bigint[])', visible('p.author_id', 'p.privacy'))} as readers
   from post p ${postJoins} where p.id = $1`,
);

/** Loads a post and asks, in the same statement, who may see it now; null when it is gone. */
export async function askPostAudience(
  queries: Queries,
  postId: number,
  waiting: Waiting,
): Promise<PostAudience | null> {
  const { friends, profile, featured, local, readers } = waiting;
  const row = await queries.one(postAudience, [postId, friends, profile, featured, local, readers]);
  if (!row) return null;
  return {
    post: postRow(row),
    friends: row.friends,
    profile: row.profile,
    featured: row.featured,
    local: row.local,
    readers: row.readers,
  };
}

const formerAudience = statement<{ friends: number[]; readers: number[] }>(
  'live_former_post_audience',
  `select case when $3::boolean then ${among(friendsOf('$1::bigint'), visible('$1::bigint', '$2::text'))} else '{}' end as friends,
     ${among('unnest($4::bigint[])', visible('$1::bigint', '$2::text'))} as readers`,
);

/** Who could see a post of the author while it had this privacy: its friends feeds, and those of `readers`. */
export async function askFormerAudience(
  queries: Queries,
  authorId: number | null,
  privacy: string,
  waiting: Pick<Waiting, 'friends' | 'readers'>,
): Promise<{ friends: number[]; readers: number[] }> {
  // With the author's account everything of theirs went; those who looked at the post saw it.
  if (authorId === null) return { friends: [], readers: waiting.readers };
  const asked = await queries.one(formerAudience, [authorId, privacy, waiting.friends, waiting.readers]);
  return asked ?? { friends: [], readers: [] };
}

/** `$1` viewer, then authors and privacies side by side: the pairs whose posts the viewer could see. */
const formerlySeen = statement<FormerPost & { authorId: number }>(
  'live_formerly_seen',
  `select f.author_id as "authorId", f.privacy from unnest($2::bigint[], $3::text[]) f(author_id, privacy)
   where ${visibleTo('$1::bigint', 'f.author_id', 'f.privacy')}`,
);

/** What the log keeps of a post that is gone. `authorId` null: so is its author's account. */
export interface FormerPost {
  authorId: number | null;
  privacy: string;
}

/** `askFormerAudience` of one viewer for many posts, in one statement: whether the viewer could see each. */
export async function askFormerlySeen(
  queries: Queries,
  viewerId: number,
  posts: readonly FormerPost[],
): Promise<boolean[]> {
  const keyOf = ({ authorId, privacy }: FormerPost) => `${authorId} ${privacy}`;
  const authors: number[] = [];
  const privacies: string[] = [];
  for (const { authorId, privacy } of posts) {
    if (authorId === null) continue;
    authors.push(authorId);
    privacies.push(privacy);
  }
  const rows = authors.length > 0 ? await queries.all(formerlySeen, [viewerId, authors, privacies]) : [];
  const seen = new Set(rows.map(keyOf));
  return posts.map((post) => post.authorId === null || seen.has(keyOf(post)));
}
