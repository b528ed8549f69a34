import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '../../../platform/database/statement.ts';
import { visibleTo } from '../../rules/visibility.ts';
import { among, friendsOf } from './post-audience.ts';
import type { Waiting } from './post-audience.ts';

/** What the log keeps of a post that is gone. `authorId` null: so is its author's account. */
export interface FormerPost {
  authorId: number | null;
  privacy: string;
}

const visible = visibleTo('v.id', '$1::bigint', '$2::text');
const audienceOfFormer = statement<{ friends: number[]; readers: number[] }>(
  'live_former_post_audience',
  `select case when $3::boolean then ${among(friendsOf('$1::bigint'), visible)} else '{}' end as friends,
     ${among('unnest($4::bigint[])', visible)} as readers`,
  visibleTo,
);

/** Who could see a post while it had this privacy: those in whose friends feed it was, and of `readers`. */
export async function formerAudience(
  queries: Queries,
  { authorId, privacy }: FormerPost,
  { friends, readers }: Pick<Waiting, 'friends' | 'readers'>,
): Promise<{ friends: number[]; readers: number[] }> {
  // With the author's account everything of theirs went; those who looked at the post saw it.
  if (authorId === null) return { friends: [], readers };
  const found = await queries.one(audienceOfFormer, [authorId, privacy, friends, readers]);
  return found ?? { friends: [], readers: [] };
}

/** `$1` viewer, then authors and privacies side by side: the pairs whose posts the viewer could see. */
const seenByViewer = statement<FormerPost & { authorId: number }>(
  'live_formerly_seen',
  `select f.author_id as "authorId", f.privacy from unnest($2::bigint[], $3::text[]) f(author_id, privacy)
   where ${visibleTo('$1::bigint', 'f.author_id', 'f.privacy')}`,
  visibleTo,
);

/** The same of one viewer and many posts, in one statement: whether the viewer could see each. */
export async function formerlySeen(
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
  const rows = authors.length > 0 ? await queries.all(seenByViewer, [viewerId, authors, privacies]) : [];
  const seen = new Set(rows.map(keyOf));
  return posts.map((post) => post.authorId === null || seen.has(keyOf(post)));
}
