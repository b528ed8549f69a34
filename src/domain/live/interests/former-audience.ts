import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { visibleTo } from '../../rules/visibility.ts';
import { among, friendsOf } from './post-audience.ts';
import type { Waiting } from './post-audience.ts';

/** What the log keeps of a deleted post. `authorId` is null when the account of its author is deleted, too. */
export interface FormerPost {
  authorId: number | null;
  privacy: string;
}

const visible = visibleTo('v.id', 'former');
const audienceOfFormer = statement.read<{ friends: number[]; readers: number[] }>(
  'live_former_post_audience',
  `select case when $3::boolean then ${among(friendsOf('$1::bigint'), visible)} else '{}' end as friends,
     ${among('unnest($4::bigint[])', visible)} as readers
   from (select $1::bigint as author_id, $2::text as privacy) former`,
  visibleTo,
);

/**
 * The users who could see a post while it had this privacy: those in whose friends feed it was, and those of `readers`.
 */
export async function formerAudience(
  queries: Queries,
  { authorId, privacy }: FormerPost,
  { friends, readers }: Pick<Waiting, 'friends' | 'readers'>,
): Promise<{ friends: number[]; readers: number[] }> {
  // Everything of the author was deleted with the account. Those who subscribed to the post could see it.
  if (authorId === null) return { friends: [], readers };
  const found = await queries.one(audienceOfFormer, [authorId, privacy, friends, readers]);
  return found ?? { friends: [], readers: [] };
}

/** `$1` viewer, then arrays of authors and privacies of the same length: those whose posts the viewer could see. */
const seenByViewer = statement.read<FormerPost & { authorId: number }>(
  'live_formerly_seen',
  `select former.author_id as "authorId", former.privacy from unnest($2::bigint[], $3::text[]) former(author_id, privacy)
   where ${visibleTo('$1::bigint', 'former')}`,
  visibleTo,
);

/** Whether, for one viewer and many posts in one statement, the viewer could see each of them. */
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
