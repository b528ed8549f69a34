import type { Queries } from '../../platform/database/statement.ts';
import type { LogEvent } from './event-log.ts';
import type { Happened, Hearing, Listener, Listeners, TopicWord } from './listeners.ts';
import type { LiveEvent } from './live.ts';
import { askFormerAudience, askPostAudience } from './post-audience.ts';

/** Who hears that a post is new, has changed or is gone. */
export function hearOfPost(
  queries: Queries,
  listeners: Listeners,
  event: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  return event.kind === 'post'
    ? hearOfNewPost(queries, listeners, event, tell)
    : hearOfChange(queries, listeners, event, tell);
}

async function hearOfNewPost(
  queries: Queries,
  listeners: Listeners,
  { subjectId, userId, cell }: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  const profile = byViewer(listeners.of('profile', userId ?? 0));
  const featured = byViewer(listeners.of('featured'));
  const local = byViewer(cell === null ? [] : listeners.of('cell', cell));
  const friends = listeners.any('friends');
  if (!friends && profile.size + featured.size + local.size === 0) return [];
  const audience = await askPostAudience(queries, subjectId, {
    friends,
    profile: [...profile.keys()],
    featured: [...featured.keys()],
    local: [...local.keys()],
    readers: [],
  });
  if (!audience) return [];
  const added = tell({ kind: 'postAdded', post: audience.post });
  return [
    ...byFriend(listeners, 'friends', audience.friends),
    ...these(profile, audience.profile),
    ...these(featured, audience.featured),
    ...these(local, audience.local),
  ].map((listener) => [listener, added]);
}

async function hearOfChange(
  queries: Queries,
  listeners: Listeners,
  { kind, subjectId: postId, userId, privacy }: LogEvent,
  tell: (happened: Happened) => LiveEvent,
): Promise<Hearing> {
  const readers = byViewer(listeners.of('post', postId));
  const friends = listeners.any('changes');
  if (!friends && readers.size === 0) return [];
  const waiting = { friends, profile: [], featured: [], local: [], readers: [...readers.keys()] };
  const audience = await askPostAudience(queries, postId, waiting);
  const hearing: Hearing = [];
  const told = new Set<Listener>();
  if (audience) {
    const changed = tell({ kind: 'postChanged', postId, post: audience.post });
    for (const listener of [...byFriend(listeners, 'changes', audience.friends), ...these(readers, audience.readers)]) {
      told.add(listener);
      hearing.push([listener, changed]);
    }
  }
  if (kind !== 'post-gone' || privacy === null) return hearing;
  const former = await askFormerAudience(queries, userId, privacy, waiting);
  const gone = tell({ kind: 'postChanged', postId, post: null });
  for (const listener of [...byFriend(listeners, 'changes', former.friends), ...these(readers, former.readers)])
    if (!told.has(listener)) hearing.push([listener, gone]);
  return hearing;
}

function byViewer(listeners: Iterable<Listener>): Map<number, Listener[]> {
  const found = new Map<number, Listener[]>();
  for (const listener of listeners) {
    const same = found.get(listener.viewerId);
    if (same) same.push(listener);
    else found.set(listener.viewerId, [listener]);
  }
  return found;
}

const these = (listeners: Map<number, Listener[]>, viewers: number[]) =>
  viewers.flatMap((id) => listeners.get(id) ?? []);

const byFriend = (listeners: Listeners, word: TopicWord, viewers: number[]) =>
  viewers.flatMap((id) => [...listeners.of(word, id)]);
