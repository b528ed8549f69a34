import { commentVisibleTo } from '../feed/comment.queries.ts';
import { deliveredTo, friendshipVisibleTo, takesPartIn, visibleTo } from '../rules/visibility.ts';

/** What is stated about a kind of notifications. The triggers of a migration store them. */
export interface NotificationRules {
  /** The description in the schema. */
  meaning: string;
  /** What notifications of this kind are grouped by: the field of `Notification` that has their subject. */
  about: 'friendship' | 'post' | 'comment' | 'conversation' | 'participant';
  /** The field that has the newest thing that happened, if that is something else. */
  newest?: 'comment' | 'message' | 'sponsor';
  /** Whether each thing that a person does is stored, and not only that the person has done it. */
  isStoredEachTime?: true;
  /** When the stored notification `n` is shown to its reader `$1`: what it is about still exists, and the reader may see it (D304). */
  shown: string;
}

const comment = (id: string) =>
  `select 1 from comment c join post p on p.id = c.post_id where c.id = ${id} and ${commentVisibleTo('$1')}`;
const newComment = `exists (${comment('n.item_id')})`;
const friendship = `exists (select 1 from friendship f where f.id = n.item_id and ${friendshipVisibleTo('$1', 'f')})`;

/**
 * The kinds of notifications, as they are stored. Ids of notifications contain the position of the kind, so further kinds
 * are added at the end.
 */
export const kinds = {
  friend_request: {
    meaning: 'Somebody has asked you to be friends.',
    about: 'friendship',
    shown: friendship,
  },
  friend_accepted: {
    meaning: 'Somebody has accepted your friend request or invitation.',
    about: 'friendship',
    shown: friendship,
  },
  post_like: {
    meaning: 'People like your post.',
    about: 'post',
    shown: `exists (select 1 from post p where p.id = n.subject_id and exists (select 1 from post_like l where l.user_id = n.actor_id and l.post_id = p.id)
      and ${visibleTo('$1', 'p')})`,
  },
  comment_like: {
    meaning: 'People like your comment.',
    about: 'comment',
    shown: `exists (${comment('n.subject_id')} and exists (select 1 from comment_like l where l.user_id = n.actor_id and l.comment_id = c.id))`,
  },
  comment: {
    meaning: 'People have commented on your post.',
    about: 'post',
    newest: 'comment',
    isStoredEachTime: true,
    shown: newComment,
  },
  comment_after_mine: {
    meaning: 'People have commented on a post of somebody else after you.',
    about: 'post',
    newest: 'comment',
    isStoredEachTime: true,
    shown: newComment,
  },
  message: {
    meaning: 'People have written in a conversation of yours.',
    about: 'conversation',
    newest: 'message',
    shown: `exists (select 1 from message m where m.id = n.item_id and not m.is_deleted
      and ${takesPartIn('$1', 'm.conversation_id')} and ${deliveredTo('$1', 'm')})`,
  },
  sponsor: {
    meaning: 'People have promised to sponsor your participation in an event.',
    about: 'participant',
    newest: 'sponsor',
    shown: 'exists (select 1 from event_sponsor es where es.id = n.item_id)',
  },
} as const satisfies Record<string, NotificationRules>;

export type NotificationKind = keyof typeof kinds;
export const notificationKinds = Object.keys(kinds) as NotificationKind[];

/** The kinds for which something is so. */
export function kindsThat(is: (kind: NotificationRules) => boolean): NotificationKind[] {
  return notificationKinds.filter((name) => is(kinds[name]));
}

/** What a notification is about. All that happens of this kind to this subject is one notification for its reader. */
export interface NotificationGroup {
  kind: NotificationKind;
  subjectId: number;
}

/** The number of kinds for which ids have room. */
const mostKinds = 32;

/** The integer id of a notification, which is the same however often it happens again. */
export function notificationId({ kind, subjectId }: NotificationGroup): number {
  return subjectId * mostKinds + notificationKinds.indexOf(kind);
}

/** What the notification with this id is about; null for an id that no notification can have. */
export function groupOfNotification(id: number): NotificationGroup | null {
  const kind = notificationKinds[id % mostKinds];
  return kind ? { kind, subjectId: Math.floor(id / mostKinds) } : null;
}
