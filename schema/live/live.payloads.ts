import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { Conversation } from '../conversations/conversation.type.ts';
import { Message } from '../conversations/message.type.ts';
import { Post } from '../feed/post.type.ts';
import { Friendship } from '../friendships/friendship.type.ts';
import { User } from '../people/user.type.ts';
import { Notification } from '../notifications/notification.type.ts';
import type { Ref } from '../rows.ts';

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
