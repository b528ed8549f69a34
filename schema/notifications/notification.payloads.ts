import { Field, Int, ObjectType } from 'type-graphql';
import { Notification } from './notification.type.ts';
import type { Ref } from '../rows.ts';
import { Cost, price } from '../prices.ts';

@ObjectType({ description: 'Result of `markNotificationsRead`.', simpleResolvers: true })
export class MarkNotificationsReadPayload {
  @Field(() => [Notification], {
    description: 'The notifications whose ids were given, after the change. Those that have disappeared are left out.',
  })
  @Cost(price('notifications', 100))
  notifications!: Ref<'Notification'>[] | Promise<Ref<'Notification'>[]>;
  @Field(() => Int, { description: 'The number of notifications that are still unread.' })
  @Cost(price('unreadNotificationCount', 20))
  unreadNotificationCount!: number | Promise<number>;
}
