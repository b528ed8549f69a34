import { ObjectType } from 'type-graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { countUnreadNotifications } from '../../src/domain/notifications/list-notifications.ts';
import { price } from '../prices.ts';
import { outputFields } from '../fields.ts';

/** The result of a mutation with which counts or stats of the viewer change. */
@ObjectType()
export abstract class ViewerPayload extends outputFields({
  viewer: ['User!', 'You, with your counts and stats after the change.'],
  unreadNotificationCount: [
    'Int!',
    'The number of your unread notifications after the change.',
    price('unreadNotificationCount', 20),
  ],
}) {}

/** The result of a mutation that concerns another user. */
@ObjectType()
export abstract class OtherUserPayload extends outputFields(ViewerPayload, { user: ['User!', 'The other user.'] }) {}

/** Adds the viewer after the change to the result of a mutation. Only what is selected is read. */
export function withViewer<Result extends object>(context: Context, result: Result): Result & ViewerPayload {
  const { id } = viewerOf(context);
  const after: ViewerPayload = {
    viewer: { id },
    get unreadNotificationCount() {
      return countUnreadNotifications(context);
    },
  };
  return Object.assign(after, result);
}
