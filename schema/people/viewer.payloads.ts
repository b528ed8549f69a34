import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { countUnreadNotifications } from '../../src/domain/notifications/list-notifications.ts';
import { price } from '../prices.ts';
import type { Payload } from '../fields.ts';

/** What is in the payload of a mutation with which counts or stats of the viewer change. */
export const viewerFields = {
  viewer: ['User!', 'You, with your counts and stats after the change.'],
  unreadNotificationCount: [
    'Int!',
    'The number of your unread notifications after the change.',
    price('unreadNotificationCount', 20),
  ],
} as const;

/** And of one that concerns another user. */
export const otherUserFields = { ...viewerFields, user: ['User!', 'The other user.'] } as const;

/** Adds the viewer after the change to the result of a mutation. Only what is selected is read. */
export function withViewer<Result extends object>(
  context: Context,
  result: Result,
): Result & Payload<typeof viewerFields> {
  const { id } = viewerOf(context);
  const after: Payload<typeof viewerFields> = {
    viewer: { id },
    get unreadNotificationCount() {
      return countUnreadNotifications(context);
    },
  };
  return Object.assign(after, result);
}
