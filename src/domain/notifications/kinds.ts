/**
 * The kinds of notifications, as they are stored. Ids of notifications contain the position of the kind, so further kinds
 * are added at the end.
 */
export const notificationKinds = [
  'friend_request',
  'friend_accepted',
  'post_like',
  'comment_like',
  'comment',
  'comment_after_mine',
  'message',
  'sponsor',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What a notification is about. All that happens of this kind to this subject is one notification for its reader. */
export interface NotificationGroup {
  kind: NotificationKind;
  subjectId: number;
}

/** The number of kinds for which ids have room. */
const mostKinds = 32;

/** The integer id of a notification, which is the same however often it happens again (D305). */
export function notificationId({ kind, subjectId }: NotificationGroup): number {
  return subjectId * mostKinds + notificationKinds.indexOf(kind);
}

/** What the notification with this id is about; null for an id that no notification can have. */
export function groupOfNotification(id: number): NotificationGroup | null {
  const kind = notificationKinds[id % mostKinds];
  return kind ? { kind, subjectId: Math.floor(id / mostKinds) } : null;
}
