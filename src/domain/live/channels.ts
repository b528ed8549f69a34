import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import type { LogEvent } from './event-log.ts';
import type { Listener } from './listeners.ts';

const friendIds = statement<{ id: number }>(
  'live_friend_ids',
  'select friend_id as id from friend_edge where user_id = $1',
);

/**
 * The channels on which what a listener wants to hear of is announced: those of its conversation, author, post or place, and
 * the viewer's own. Friends feeds follow each friend's.
 * @param cells grid cells around the viewer's place, for the local feed
 */
export async function channelsOf(
  queries: Queries,
  { interest, viewerId }: Listener,
  cells: readonly number[],
): Promise<string[]> {
  const mine = `live:user:${viewerId}`;
  const friends = async () => {
    const authors = (await queries.all(friendIds, [viewerId])).map(({ id }) => `live:author:${id}`);
    // The viewer's own tells of new friends.
    return [...authors, `live:author:${viewerId}`, mine];
  };
  switch (interest.kind) {
    case 'messages':
      return [interest.conversationId === null ? mine : `live:conversation:${interest.conversationId}`];
    case 'conversations':
    case 'friendships':
      return [mine];
    case 'postChanges':
      return interest.postId === null ? friends() : [`live:post:${interest.postId}`];
    case 'posts':
      if (interest.feed === 'profile') return [`live:author:${interest.userId}`];
      if (interest.feed === 'friends') return friends();
      return interest.feed === 'featured' ? ['live:featured'] : cells.map((cell) => `live:cell:${cell}`);
  }
}

const participantsOf = statement<{ conversationId: number; userId: number }>(
  'live_announced_participants',
  'select conversation_id as "conversationId", user_id as "userId" from seat where conversation_id = any($1::bigint[])',
);
const featuredAmong = statement<{ id: number }>(
  'live_announced_featured',
  'select id from users where id = any($1::bigint[]) and is_featured',
);

/** The channels on which events are announced, each with the newest place among them. */
export async function channelsFor(queries: Queries, events: readonly LogEvent[]): Promise<Map<string, number>> {
  const channels = new Map<string, number>();
  const conversations = new Map<number, number>();
  const authors = new Map<number, number>();
  for (const { seq, kind, subjectId, conversationId, userId, otherId, cell } of events) {
    const on = (word: string, id: number | null) => id !== null && channels.set(`live:${word}:${id}`, seq);
    const ofPost = kind === 'post' || kind === 'post-changed' || kind === 'post-gone';
    on('conversation', conversationId);
    on(ofPost ? 'author' : 'user', userId);
    on('user', otherId);
    on('cell', cell);
    if (ofPost && kind !== 'post') on('post', subjectId);
    if (conversationId !== null) conversations.set(conversationId, seq);
    if (kind === 'post' && userId !== null) authors.set(userId, seq);
  }
  const [participants, featured] = await Promise.all([
    conversations.size > 0 ? queries.all(participantsOf, [[...conversations.keys()]]) : [],
    authors.size > 0 ? queries.all(featuredAmong, [[...authors.keys()]]) : [],
  ]);
  const later = (channel: string, seq: number | undefined) =>
    channels.set(channel, Math.max(channels.get(channel) ?? 0, seq ?? 0));
  for (const { conversationId, userId } of participants)
    later(`live:user:${userId}`, conversations.get(conversationId));
  for (const { id } of featured) later('live:featured', authors.get(id));
  return channels;
}
