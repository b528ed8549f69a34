import type { Announcer } from './announcer.ts';
import type { LogEvent } from './event-log.ts';
import { ofFollower } from './interests/changes.ts';
import { inFriendsFeed as changesInFriendsFeed } from './interests/post-changes.ts';
import { inFriendsFeed } from './interests/posts.ts';
import type { Listeners } from './listeners.ts';

const topics = [inFriendsFeed, changesInFriendsFeed, ofFollower];

/** A listener whose friends an event has changed receives the posts of other authors from now on. */
export function refreshFriends(announcer: Announcer, listeners: Listeners, { kind, userId, otherId }: LogEvent): void {
  if (kind !== 'friendship') return;
  for (const id of [userId, otherId])
    for (const topic of topics) for (const listener of listeners.of(topic, id ?? 0)) announcer.refresh(listener);
}
