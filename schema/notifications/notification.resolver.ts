import { messagesLoader } from '../../src/domain/conversations/conversation.loaders.ts';
import { eventSponsorsLoader } from '../../src/domain/events/event.loaders.ts';
import { notificationsLoader } from '../../src/domain/notifications/notification.loaders.ts';
import { Args, Ctx, FieldResolver, Int, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { kinds } from '../../src/domain/notifications/kinds.ts';
import type { NotificationRules } from '../../src/domain/notifications/kinds.ts';
import {
  countNotifications,
  countUnreadNotifications,
  listNotifications,
} from '../../src/domain/notifications/list-notifications.ts';
import { markNotificationsRead, mostMarked } from '../../src/domain/notifications/mark-notifications-read.ts';
import { Conversation } from '../conversations/conversation.type.ts';
import { Message } from '../conversations/message.type.ts';
import { EventParticipant } from '../events/participant.type.ts';
import { EventSponsor } from '../events/sponsor.type.ts';
import { Comment } from '../feed/comment.type.ts';
import { Post } from '../feed/post.type.ts';
import { Friendship } from '../friendships/friendship.type.ts';
import { byId, newestFirst } from '../pagination/orders.ts';
import { pageCaps, defaultPage } from '../pagination/page-sizes.ts';
import { User } from '../people/user.type.ts';
import { Notification, NotificationConnection } from './notification.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { notified } from '../scope.ts';
import { inputFields } from '../fields.ts';
import { input, mutation } from '../mutation.ts';

type Row = RowOf<'Notification'>;

/** The subject of a notification, if this field has it. */
function subjectOf({ kind, subjectId }: Row, field: NotificationRules['about']): { id: number } | null {
  return kinds[kind].about === field ? { id: subjectId } : null;
}

/** Whether this field has the newest thing of a notification. */
function isNewest({ kind }: Row, field: NonNullable<NotificationRules['newest']>): boolean {
  const { newest }: NotificationRules = kinds[kind];
  return newest === field;
}

@ArgsType()
class NotificationsArgs extends inputFields({
  unreadOnly: ['Boolean!', 'Only notifications that are not read.', false],
  first: [
    'Int',
    `The largest number of notifications to return, up to ${pageCaps.notifications}; ${defaultPage} by default.`,
  ],
  after: ['String', 'Only items after this cursor, which are older.'],
  last: ['Int', 'The largest number of items to return from the oldest back.'],
  before: ['String', 'Only items before this cursor, which are newer.'],
}) {}

@Resolver(() => Notification)
export class NotificationResolver implements Resolves<Notification, RowOf<'Notification'>> {
  @Query(() => NotificationConnection, {
    nullable: true,
    description:
      'Your notifications, the newest first: what people have done in the last 90 days. Nothing of people whom you have blocked or muted is among them, nor what you may no longer see.',
  })
  // What it reads grows with what one has: what was written and received, the places of routes. Measured is an ordinary person.
  @RootField({ scope: notified, cost: price('notifications', 100) })
  notifications(
    @Args() { unreadOnly, ...page }: NotificationsArgs,
    @Ctx() context: Context,
  ): Promise<NotificationConnection> {
    return newestFirst(
      page,
      (slice) => listNotifications(context, unreadOnly, slice),
      () => countNotifications(context, unreadOnly),
      { cap: pageCaps.notifications, position: ({ newestId }) => newestId },
    );
  }

  @Query(() => Int, { nullable: true, description: 'The number of your notifications that are not read.' })
  @RootField({ scope: notified, cost: price('unreadNotificationCount', 20) })
  unreadNotificationCount(@Ctx() context: Context): Promise<number> {
    return countUnreadNotifications(context);
  }

  @FieldResolver(() => [User])
  actors(@Root() { actorIds }: Row): Ref<'User'>[] {
    return actorIds.map((id) => ({ id }));
  }

  @FieldResolver(() => Friendship)
  friendship(@Root() row: Row): Ref<'Friendship'> | null {
    return subjectOf(row, 'friendship');
  }

  @FieldResolver(() => Post)
  post(@Root() row: Row): Ref<'Post'> | null {
    return subjectOf(row, 'post');
  }

  @FieldResolver(() => Comment)
  comment(@Root() row: Row): Ref<'Comment'> | null {
    return isNewest(row, 'comment') ? { id: row.itemId } : subjectOf(row, 'comment');
  }

  @FieldResolver(() => Conversation)
  conversation(@Root() row: Row): Ref<'Conversation'> | null {
    return subjectOf(row, 'conversation');
  }

  @FieldResolver(() => Message)
  message(@Root() row: Row, @Ctx() context: Context): Promise<Ref<'Message'> | null> | null {
    return isNewest(row, 'message') ? context.loader(messagesLoader).load(row.itemId) : null;
  }

  @FieldResolver(() => EventParticipant)
  participant(@Root() row: Row): Ref<'EventParticipant'> | null {
    return subjectOf(row, 'participant');
  }

  @FieldResolver(() => EventSponsor)
  sponsor(@Root() row: Row, @Ctx() context: Context): Promise<Ref<'EventSponsor'> | null> | null {
    return isNewest(row, 'sponsor') ? context.loader(eventSponsorsLoader).load(row.itemId) : null;
  }
}

export const notificationMutations = [
  mutation('markNotificationsRead', {
    about:
      'Marks your notifications as read, all or some of them. Reading a conversation or answering a friend request does so as well.',
    scope: [...notified, 'PEOPLE_WRITE'],
    codes: ['NOT_FOUND'],
    input: input('Which notifications to mark as read. Without fields, all of them.', {
      ids: [
        '[ID<Notification>!]',
        `Only these notifications, up to ${mostMarked}. Those that have disappeared are ignored.`,
      ],
      upTo: [
        'String',
        'Only what had happened at this cursor of `notifications`, such as the `startCursor` of the page that was shown. What has happened since stays unread.',
      ],
    }),
    payload: {
      notifications: [
        '[Notification!]!',
        'The notifications whose ids were given, after the change. Those that have disappeared are left out.',
        price('notifications', 100),
      ],
      unreadNotificationCount: [
        'Int!',
        'The number of notifications that are still unread.',
        price('unreadNotificationCount', 20),
      ],
    },
    run: async (context, { ids, upTo }) => {
      const upToId = upTo == null ? null : byId.positionOf('upTo', upTo);
      await markNotificationsRead(context, { ids: ids ?? null, upTo: upToId });
      return {
        get notifications() {
          return Promise.all((ids ?? []).map((id) => context.loader(notificationsLoader).load(id))).then((rows) =>
            rows.filter((row) => row !== null),
          );
        },
        get unreadNotificationCount() {
          return countUnreadNotifications(context);
        },
      };
    },
  }),
];
