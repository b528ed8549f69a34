import type { LiveEvent } from '../../src/domain/live/live.ts';
import { globalId } from '../global-id.ts';
import type { ConversationChanged, FriendshipChanged, PostChanged, UserChanged } from './live.payloads.ts';

type Happened<Kind> = Extract<LiveEvent['happened'], { kind: Kind }>;

/** What has changed of one object. */
export type Change = Happened<'changed'>['changes'][number][1];

/** The event of a subscription that receives only one kind. */
export type Event<Kind> = LiveEvent & { happened: Happened<Kind> };

/** The values of `FriendshipChanged`. */
export type FriendshipChange = Pick<FriendshipChanged, 'cursor' | 'friendshipId' | 'friendship'> & {
  otherId: number | null;
};

/** The values of `UserChanged`. */
export type UserChange = Pick<UserChanged, 'cursor'> & { id: number };

export function conversationChange(cursor: string, happened: Happened<'conversationChanged'>): ConversationChanged {
  const { conversationId: id, left, messagesChanged } = happened;
  const conversation = left ? null : { id };
  return { cursor, conversationId: globalId('Conversation', id), conversation, left, messagesChanged };
}

export function friendshipChange(cursor: string, happened: Happened<'friendshipChanged'>): FriendshipChange {
  const { friendshipId, friendship, otherId } = happened;
  return { cursor, friendshipId: globalId('Friendship', friendshipId), friendship, otherId };
}

export function postChange(cursor: string, { postId, post }: Happened<'postChanged'>): PostChanged {
  return { cursor, postId: globalId('Post', postId), post };
}

/** The value of a member of the union `Change`, with the name of its type. */
export function changeValue(cursor: string, change: Change) {
  switch (change.kind) {
    case 'postChanged':
      return { __typename: 'PostChanged', ...postChange(cursor, change) };
    case 'messageAdded':
      return { __typename: 'MessageAdded', cursor, message: change.message };
    case 'conversationChanged':
      return { __typename: 'ConversationChanged', ...conversationChange(cursor, change) };
    case 'friendshipChanged':
      return { __typename: 'FriendshipChanged', ...friendshipChange(cursor, change) };
    case 'notificationAdded':
      return { __typename: 'NotificationAdded', cursor, notification: change.notification };
    case 'userChanged':
      return { __typename: 'UserChanged', cursor, id: change.userId };
  }
}

/** A member of the union `Change`. */
export type ChangeValue = ReturnType<typeof changeValue>;
