import { usersLoader } from '../../src/domain/people/person.loaders.ts';
import { mutedUsersLoader } from '../../src/domain/friendships/friendship.loaders.ts';
import { Args, Ctx, FieldResolver, Query, Resolver, Root, Subscription } from 'type-graphql';
import { findDataImport } from '../../src/domain/accounts/import-my-data.ts';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { databaseIdOf, globalId } from '../global-id.ts';
import { User } from '../people/user.type.ts';
import { FeedPostAddedArgs, LiveArgs, MessageAddedArgs, PostChangedArgs } from './live.input.ts';
import {
  ConversationChanged,
  DataImportChanged,
  FeedPostAdded,
  FriendshipChanged,
  MessageAdded,
  NotificationAdded,
  PostChanged,
} from './live.payloads.ts';
import { conversationChange, friendshipChange, postChange } from './change-values.ts';
import type { Event, FriendshipChange } from './change-values.ts';
import { subscriptionTo } from './subscription-to.ts';
import type { Ref, Resolves } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { notified } from '../scope.ts';

@Resolver()
export class LiveResolver {
  @Query(() => String, {
    nullable: true,
    description:
      'The current position among all events. Query it, read a page, and subscribe `after` it, to miss nothing in between.',
  })
  // It can be ahead of what a replica shows while the same document reads it.
  @RootField({ scope: 'any key', onPrimary: true })
  liveCursor(@Ctx() context: Context): Promise<string> {
    viewerOf(context);
    return context.live.cursor();
  }

  @Subscription(() => MessageAdded, {
    description: 'New messages in your conversations, including those that you send from other devices.',
    subscribe: subscriptionTo(({ conversationId }: MessageAddedArgs) => ({
      kind: 'messages',
      conversationId: conversationId == null ? null : databaseIdOf('Conversation', conversationId, 'conversationId'),
    })),
  })
  @RootField({ scope: 'CONVERSATIONS_READ' })
  messageAdded(@Root() { cursor, happened }: Event<'messageAdded'>, @Args() _args: MessageAddedArgs): MessageAdded {
    return { cursor, message: happened.message };
  }

  @Subscription(() => FeedPostAdded, {
    description: 'New posts of a feed, as they appear at the top of `feed`.',
    subscribe: subscriptionTo(({ type, userId }: FeedPostAddedArgs, context) =>
      type === 'profile'
        ? {
            kind: 'posts',
            feed: type,
            userId: userId == null ? viewerOf(context).id : databaseIdOf('User', userId, 'userId'),
          }
        : { kind: 'posts', feed: type },
    ),
  })
  @RootField({ scope: 'FEED_READ' })
  feedPostAdded(@Root() { cursor, happened }: Event<'postAdded'>, @Args() _args: FeedPostAddedArgs): FeedPostAdded {
    return { cursor, post: happened.post };
  }

  @Subscription(() => ConversationChanged, {
    description: 'Changes of your conversations that affect the inbox and its counts.',
    subscribe: subscriptionTo(() => ({ kind: 'conversations' })),
  })
  @RootField({ scope: 'CONVERSATIONS_READ' })
  conversationChanged(
    @Root() { cursor, happened }: Event<'conversationChanged'>,
    @Args() _args: LiveArgs,
  ): ConversationChanged {
    return conversationChange(cursor, happened);
  }

  @Subscription(() => FriendshipChanged, {
    description: 'Changes of your friendships: requests, acceptances and ends.',
    subscribe: subscriptionTo(() => ({ kind: 'friendships' })),
  })
  @RootField({ scope: 'FRIENDSHIPS_READ' })
  friendshipChanged(
    @Root() { cursor, happened }: Event<'friendshipChanged'>,
    @Args() _args: LiveArgs,
  ): FriendshipChange {
    return friendshipChange(cursor, happened);
  }

  @Subscription(() => NotificationAdded, {
    description: 'New notifications, and those that have happened again.',
    subscribe: subscriptionTo(() => ({ kind: 'notifications' })),
  })
  @RootField({ scope: notified })
  notificationAdded(
    @Root() { cursor, happened }: Event<'notificationAdded'>,
    @Args() _args: LiveArgs,
  ): NotificationAdded {
    return { cursor, notification: happened.notification };
  }

  @Subscription(() => DataImportChanged, {
    description: 'How your import of an archive goes on, about once a second.',
    subscribe: subscriptionTo(() => ({ kind: 'imports' })),
  })
  @RootField({ scope: 'ACCOUNTS_READ' })
  async dataImportChanged(
    @Root() { cursor }: Event<'importChanged'>,
    @Args() _args: LiveArgs,
    @Ctx() context: Context,
  ): Promise<DataImportChanged> {
    return { cursor, import: await findDataImport(context) };
  }

  @Subscription(() => PostChanged, {
    description: 'Likes, comments, edits and deletions of posts.',
    subscribe: subscriptionTo(({ id }: PostChangedArgs) => ({
      kind: 'postChanges',
      postId: id == null ? null : databaseIdOf('Post', id),
    })),
  })
  @RootField({ scope: 'FEED_READ' })
  postChanged(@Root() { cursor, happened }: Event<'postChanged'>, @Args() _args: PostChangedArgs): PostChanged {
    return postChange(cursor, happened);
  }
}

@Resolver(() => FriendshipChanged)
export class FriendshipChangedResolver implements Resolves<FriendshipChanged, FriendshipChange> {
  @FieldResolver(() => String)
  otherUserId(@Root() { otherId }: FriendshipChange): string | null {
    return otherId === null ? null : globalId('User', otherId);
  }

  @FieldResolver(() => User)
  otherUser(@Root() { otherId }: FriendshipChange, @Ctx() context: Context): Promise<Ref<'User'> | null> | null {
    return otherId === null ? null : context.loader(usersLoader).load(otherId);
  }

  @FieldResolver(() => Boolean)
  async isInFeed(@Root() { friendship, otherId }: FriendshipChange, @Ctx() context: Context): Promise<boolean> {
    const isFriend = otherId !== null && friendship?.status === 'Accepted';
    return isFriend && (await context.loader(mutedUsersLoader).load(otherId)) === null;
  }
}
