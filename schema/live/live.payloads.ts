import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { Conversation } from '../conversations/conversation.type.ts';
import { Message } from '../conversations/message.type.ts';
import { Post } from '../feed/post.type.ts';
import { Friendship } from '../friendships/friendship.type.ts';
import { User } from '../people/user.type.ts';
import type { Ref } from '../rows.ts';

@InterfaceType({ description: 'Something that happened.' })
export abstract class LiveEvent {
  @Field(() => String, {
    description: 'Where it stands among all events: subscribe `after` it to go on from here. Opaque.',
  })
  cursor!: string;
}

@ObjectType({ implements: LiveEvent, description: 'A new message.', simpleResolvers: true })
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
  description: 'A conversation of yours changed: a message, who is in it, where it lies, how far it is read.',
  simpleResolvers: true,
})
export class ConversationChanged extends LiveEvent {
  @Field(() => ID, { description: 'Id of the conversation.' })
  conversationId!: string;
  @Field(() => Conversation, { nullable: true, description: 'As it is now; null when you are no longer in it.' })
  conversation!: Ref<'Conversation'> | null;
  @Field(() => Boolean, { description: 'Whether you are no longer in it.' })
  left!: boolean;
}

@ObjectType({
  implements: LiveEvent,
  description: 'A friendship of yours was asked for, accepted or ended.',
  simpleResolvers: true,
})
export class FriendshipChanged extends LiveEvent {
  @Field(() => ID, { description: 'Id of the friendship.' })
  friendshipId!: string;
  @Field(() => Friendship, { nullable: true, description: 'As it is now; null when it ended.' })
  friendship!: Ref<'Friendship'> | null;
  @Field(() => ID, { nullable: true, description: 'Id of the other user; null when the account is gone.' })
  otherUserId!: string | null;
  @Field(() => User, { nullable: true, description: 'The other user; null when there is none that you may see.' })
  otherUser!: Ref<'User'> | null;
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
    description: 'As it is now; null when it is gone, or you may see it no more.',
  })
  post!: Ref<'Post'> | null;
}
