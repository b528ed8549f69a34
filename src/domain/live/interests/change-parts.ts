import type { Topic } from '@runners/live-log';
import type { Queries } from '@runners/postgres';
import type { LogEvent } from '../event-log.ts';
import { conversations, ofParticipant } from './conversations.ts';
import type { ConversationChanged } from './conversations.ts';
import { friendships, ofEither } from './friendships.ts';
import type { FriendshipChanged } from './friendships.ts';
import type { Interest } from './index.ts';
import type { Audience, Delivery, InterestRules } from './interest.ts';
import type { MessageAdded } from './messages.ts';
import { notifications, ofNotified } from './notifications.ts';
import type { NotificationAdded } from './notifications.ts';
import { inFriendsFeed as changesInFriendsFeed, postChanges } from './post-changes.ts';
import type { PostChanged } from './post-changes.ts';
import { inFriendsFeed, posts } from './posts.ts';
import type { PostAdded } from './posts.ts';

/** A user has changed whom the viewer holds: the viewer or a friend. */
interface UserChanged {
  kind: 'userChanged';
  userId: number;
}

/** What has changed of one object, with its present state. */
export type Change =
  | PostChanged
  | MessageAdded
  | ConversationChanged
  | FriendshipChanged
  | NotificationAdded
  | UserChanged;

/** The kinds of events of which changes are made. */
export type ChangesKind =
  | 'post'
  | 'post-changed'
  | 'post-gone'
  | 'message'
  | 'conversation'
  | 'member'
  | 'friendship'
  | 'notification'
  | 'read'
  | 'user'
  | 'self'
  | 'block'
  | 'mute';

/** What other interests deliver that is a change as well. */
type Delivered = Change | PostAdded;

/** A part of the changes that another interest delivers as well, by the same rules. */
export interface ChangePart {
  kinds: readonly ChangesKind[];
  rules: {
    deliver(queries: Queries, audience: Audience, events: readonly LogEvent[]): Promise<Delivery<Delivered>[]>;
  };
  /** The topic by the viewer, and the interest that a viewer has in it. */
  topic: Topic;
  interest: Interest;
}

const part = <OneInterest extends Interest, OneHappened extends Delivered, Kind extends ChangesKind>(
  kinds: readonly ChangesKind[],
  rules: InterestRules<OneInterest, OneHappened, Kind>,
  topic: Topic,
  interest: OneInterest,
): ChangePart => ({ kinds, rules, topic, interest });

/** What is delivered by the same rules to one viewer who catches up, and to those who subscribe. */
export const sharedParts: readonly ChangePart[] = [
  part(['post'], posts, inFriendsFeed, { kind: 'posts', feed: 'friends' }),
  part(['post-changed', 'post-gone'], postChanges, changesInFriendsFeed, { kind: 'postChanges', postId: null }),
  part(['friendship'], friendships, ofEither, { kind: 'friendships' }),
  part(['notification', 'read'], notifications, ofNotified, { kind: 'notifications' }),
];

/** The conversations, as they are delivered to those who subscribe. */
export const conversationsPart = part(['conversation', 'member'], conversations, ofParticipant, {
  kind: 'conversations',
});

/** A new post is a change of it. */
export function changeOf(delivered: Delivered): Change {
  if (delivered.kind !== 'postAdded') return delivered;
  return { kind: 'postChanged', postId: delivered.post.id, post: delivered.post };
}
