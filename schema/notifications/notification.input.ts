import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { mostMarked } from '../../src/domain/notifications/mark-notifications-read.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';

@ArgsType()
export class NotificationsArgs {
  @Field(() => Boolean, { defaultValue: false, description: 'Only notifications that are not read.' })
  unreadOnly!: boolean;
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of notifications to return, up to ${pageCaps.notifications}; ${defaultPage} by default.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor, which are older.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'The largest number of items to return from the oldest back.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items before this cursor, which are newer.' })
  before?: string | null;
}

@InputType({ description: 'Which notifications to mark as read. Without fields, all of them.' })
export class MarkNotificationsReadInput {
  @Field(() => [ID], {
    nullable: true,
    description: `Only these notifications, up to ${mostMarked}. Those that have disappeared are ignored.`,
  })
  ids?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Only what had happened at this cursor of `notifications`, such as the `startCursor` of the page that was shown. What has happened since stays unread.',
  })
  upTo?: string | null;
}
