import { Field, Int, ObjectType } from 'type-graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { countUnreadNotifications } from '../../src/domain/notifications/list-notifications.ts';
import { Cost, price } from '../prices.ts';
import type { Ref } from '../rows.ts';
import { User } from './user.type.ts';

/** The result of a mutation with which counts or stats of the viewer change. */
@ObjectType({ simpleResolvers: true })
export abstract class ViewerPayload {
  @Field(() => User, { description: 'You, with your counts and stats after the change.' })
  viewer!: Ref<'User'>;
  @Field(() => Int, { description: 'The number of your unread notifications after the change.' })
  @Cost(price('unreadNotificationCount', 20))
  unreadNotificationCount!: number | Promise<number>;
}

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
