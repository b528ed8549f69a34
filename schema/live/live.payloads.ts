import { createUnionType, Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { DataImport } from '../accounts/data-import.type.ts';
import { Conversation } from '../conversations/conversation.type.ts';
import { Message } from '../conversations/message.type.ts';
import { Post } from '../feed/post.type.ts';
import { Friendship } from '../friendships/friendship.type.ts';
import { User } from '../people/user.type.ts';
import { Notification } from '../notifications/notification.type.ts';
import { Cost } from '../prices.ts';
import type { Ref } from '../rows.ts';
import type { ChangeValue } from './change-values.ts';

@InterfaceType({ description: 'A live event.' })
abstract class LiveEvent {
  @Field(() => String, {
    description: 'The position of the event among all events. Subscribe `after` it to resume here. Opaque.',
  })
  cursor!: string;
}

@ObjectType({ implements: LiveEvent, description: 'A message.', simpleResolvers: true })
export class MessageAdded extends LiveEvent {
  @Field(() => Message, { description: 'The message.' })
  message!: Ref<'Message'>;
}

@ObjectType({ implements: LiveEvent, description: 'A new post of a feed.', simpleResolvers: true })
export class FeedPostAdded extends LiveEvent {
  @Field(() => Post, { description: 'The post.' })
  post!: Ref<'Post'>;
}

@ObjectType({
  implements: LiveEvent,
  description:
    'One of your conversations has changed: its messages, its participants, its placement, or how far it is read.',
  simpleResolvers: true,
})
export class ConversationChanged extends LiveEvent {
  @Field(() => ID, { description: 'Id of the conversation.' })
  conversationId!: string;
  @Field(() => Conversation, {
    nullable: true,
    description: 'The conversation. Null when you no longer take part in it.',
  })
  conversation!: Ref<'Conversation'> | null;
  @Field(() => Boolean, { description: 'Whether you no longer take part in it.' })
  left!: boolean;
  @Field(() => Boolean, {
    description:
      'Whether messages that you have received may look different now, or may have been deleted: read those that you hold again.',
  })
  messagesChanged!: boolean;
}

@ObjectType({
  implements: LiveEvent,
  description: 'One of your friendships was requested, accepted or ended.',
  simpleResolvers: true,
})
export class FriendshipChanged extends LiveEvent {
  @Field(() => ID, { description: 'Id of the friendship.' })
  friendshipId!: string;
  @Field(() => Friendship, { nullable: true, description: 'The friendship. Null when it has ended.' })
  friendship!: Ref<'Friendship'> | null;
  @Field(() => ID, { nullable: true, description: 'Id of the other user. Null when the account was deleted.' })
  otherUserId!: string | null;
  @Field(() => User, {
    nullable: true,
    description: 'The other user. Null when the account was deleted or you may not see it.',
  })
  otherUser!: Ref<'User'> | null;
  @Field(() => Boolean, {
    description:
      'Whether posts of the other user are in your friends feed. If they are, a client that holds posts reads those of the other user again, which `feed` of the type PROFILE contains; if not, it discards them.',
  })
  isInFeed!: boolean;
}

@ObjectType({
  implements: LiveEvent,
  description: 'Something has happened of which you are notified.',
  simpleResolvers: true,
})
export class NotificationAdded extends LiveEvent {
  @Field(() => Notification, {
    description: 'The notification, with all that has happened of its kind to its subject.',
  })
  notification!: Ref<'Notification'>;
}

@ObjectType({
  implements: LiveEvent,
  description: 'Your import of an archive has begun, gone on or ended.',
  simpleResolvers: true,
})
export class DataImportChanged extends LiveEvent {
  @Field(() => DataImport, { nullable: true, description: 'The import, as it is now; null when it was removed.' })
  import!: DataImport | null;
}

@ObjectType({
  implements: LiveEvent,
  description: 'A post was liked, commented on, edited or deleted.',
  simpleResolvers: true,
})
export class PostChanged extends LiveEvent {
  @Field(() => ID, { description: 'Id of the post.' })
  postId!: string;
  @Field(() => Post, {
    nullable: true,
    description: 'The post. Null when it was deleted or you may no longer see it.',
  })
  post!: Ref<'Post'> | null;
}

@ObjectType({
  implements: LiveEvent,
  description:
    'Your account or that of a friend has changed: name, picture or profile; of your own also the preferences, and whom you have blocked or muted.',
  simpleResolvers: true,
})
export class UserChanged extends LiveEvent {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
  @Field(() => User, { nullable: true, description: 'The user. Null when you may no longer see the user.' })
  user!: Ref<'User'> | null;
}

export const Change = createUnionType({
  name: 'Change',
  description:
    'What has changed of one object that you hold, with its present state. A post, conversation, friendship or user that is null was deleted, or you may no longer see it: discard it.',
  types: () =>
    [PostChanged, MessageAdded, ConversationChanged, FriendshipChanged, NotificationAdded, UserChanged] as const,
});

@ObjectType({
  implements: LiveEvent,
  description:
    'What has changed for you. To hold a copy, query `changes` without a cursor, read everything, and then query the changes `after` the cursor, again and again. A subscription goes on after the same cursor.',
  simpleResolvers: true,
})
export class ChangePage extends LiveEvent {
  // The page has the number of its changes as its size.
  @Cost(1, { size: 1, form: 'one' })
  @Field(() => [Change], {
    description:
      'The objects that have changed, each once, in the order of their last changes. There may be none although there are more on the next page.',
  })
  changes!: ChangeValue[];
  @Field(() => Boolean, {
    description:
      'Whether there may be more changes after `cursor`. It is false in a subscription, which goes on by itself.',
  })
  hasMore!: boolean;
  @Field(() => Boolean, {
    description:
      'Whether you have to read everything anew, and to go on after `cursor`: without a cursor, when the changes after it are no longer kept, and when so much has changed that it would be longer to tell. There are no changes then.',
  })
  reset!: boolean;
}
