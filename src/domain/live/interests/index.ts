import type { LogEvent } from '../event-log.ts';
import { changes } from './changes.ts';
import type { ChangesKind } from './change-parts.ts';
import type { Changed, ChangesInterest } from './changes.ts';
import { conversations } from './conversations.ts';
import type { ConversationChanged, ConversationsInterest } from './conversations.ts';
import { friendships } from './friendships.ts';
import type { FriendshipChanged, FriendshipsInterest } from './friendships.ts';
import type { InterestRules } from './interest.ts';
import { imports } from './imports.ts';
import type { ImportChanged, ImportsInterest } from './imports.ts';
import { messages } from './messages.ts';
import type { MessageAdded, MessagesInterest } from './messages.ts';
import { notifications } from './notifications.ts';
import type { NotificationAdded, NotificationsInterest } from './notifications.ts';
import { postChanges } from './post-changes.ts';
import type { PostChanged, PostChangesInterest } from './post-changes.ts';
import { posts } from './posts.ts';
import type { PostAdded, PostsInterest } from './posts.ts';

/** What a subscription is about. */
export type Interest =
  | MessagesInterest
  | ConversationsInterest
  | FriendshipsInterest
  | NotificationsInterest
  | ImportsInterest
  | PostsInterest
  | PostChangesInterest
  | ChangesInterest;

/** What has happened, as one viewer may see it. */
export type Happened =
  | MessageAdded
  | ConversationChanged
  | FriendshipChanged
  | NotificationAdded
  | ImportChanged
  | PostAdded
  | PostChanged
  | Changed;

/** The rules of each kind of interest, by its name. */
interface Interests {
  messages: InterestRules<MessagesInterest, MessageAdded, 'message'>;
  conversations: InterestRules<ConversationsInterest, ConversationChanged, 'message' | 'conversation' | 'member'>;
  friendships: InterestRules<FriendshipsInterest, FriendshipChanged, 'friendship'>;
  notifications: InterestRules<NotificationsInterest, NotificationAdded, 'notification'>;
  imports: InterestRules<ImportsInterest, ImportChanged, 'import'>;
  posts: InterestRules<PostsInterest, PostAdded, 'post'>;
  postChanges: InterestRules<PostChangesInterest, PostChanged, 'post-changed' | 'post-gone'>;
  changes: InterestRules<ChangesInterest, Changed, ChangesKind>;
}

/**
 * The kinds of events in the log (`src/domain/live/live-event.entity.ts` describes their ids). Each kind belongs to an
 * interest.
 */
export type LogKind = { [Kind in keyof Interests]: keyof Interests[Kind]['announced'] }[keyof Interests];

const interests: Interests = {
  messages,
  conversations,
  friendships,
  notifications,
  imports,
  posts,
  postChanges,
  changes,
};

/** The rules of any interest. */
type Rules = Omit<InterestRules<Interest, Happened, LogKind>, 'announced'> & {
  readonly announced: { readonly [Kind in LogKind]?: (event: LogEvent) => string[] };
};

/** The rules of an interest. A kind without rules does not compile. */
export function rulesOf(interest: Interest): Rules {
  return interests[interest.kind];
}

const all: readonly Rules[] = Object.values(interests);

/** The rules of all interests that a kind of event concerns. */
export function rulesFor(kind: LogKind): Rules[] {
  return all.filter(({ announced }) => announced[kind]);
}
