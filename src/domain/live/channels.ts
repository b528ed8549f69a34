import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';

/**
 * The subject of a channel between processes: a conversation, an author, a post, a place, featured users, or one
 * viewer.
 */
type ChannelWord = 'conversation' | 'author' | 'post' | 'cell' | 'user' | 'featured';

/** The name of a channel; `featured` stands alone. */
export function channel(word: ChannelWord, id?: number): string {
  return id === undefined ? `live:${word}` : `live:${word}:${id}`;
}

/** The names of channels, without those whose id is null. */
export function channelsOf(...channels: (readonly [word: ChannelWord, id: number | null])[]): string[] {
  return channels.flatMap(([word, id]) => (id === null ? [] : [channel(word, id)]));
}

const friendIds = statement.read<{ id: number }>(
  'live_friend_ids',
  'select friend_id as id from friend_edge where user_id = $1',
  { owner: 'user_id = $1' },
);

/**
 * The channels of a friends feed: those of the friends and the viewer as authors, and that of the viewer, which
 * announces new friends.
 */
export async function channelsOfFriends(queries: Queries, viewerId: number): Promise<string[]> {
  const friends = await queries.all(friendIds, [viewerId]);
  return [...friends.map(({ id }) => channel('author', id)), channel('author', viewerId), channel('user', viewerId)];
}
