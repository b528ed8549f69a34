import type { LogEvent } from './event-log.ts';
import { ofFollower } from './interests/changes.ts';
import type { Audience, Listener } from './interests/interest.ts';
import { inFriendsFeed as changesInFriendsFeed } from './interests/post-changes.ts';
import { inFriendsFeed } from './interests/posts.ts';

const topics = [inFriendsFeed, changesInFriendsFeed, ofFollower];

/** The listeners whose friends an event has changed, who receive the posts of other authors from now on. */
export function withOtherFriends(listeners: Audience, { kind, userId, otherId }: LogEvent): Listener[] {
  if (kind !== 'friendship') return [];
  return [userId, otherId].flatMap((id) => topics.flatMap((topic) => [...listeners.of(topic, id ?? 0)]));
}
