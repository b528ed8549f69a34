import { ArgsType, InputType } from 'type-graphql';
import { mostMarked } from '../../src/domain/notifications/mark-notifications-read.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class NotificationsArgs extends inputFields({
  unreadOnly: ['Boolean!', 'Only notifications that are not read.', false],
  first: [
    'Int',
    `The largest number of notifications to return, up to ${pageCaps.notifications}; ${defaultPage} by default.`,
  ],
  after: ['String', 'Only items after this cursor, which are older.'],
  last: ['Int', 'The largest number of items to return from the oldest back.'],
  before: ['String', 'Only items before this cursor, which are newer.'],
}) {}

@InputType({ description: 'Which notifications to mark as read. Without fields, all of them.' })
export class MarkNotificationsReadInput extends inputFields({
  ids: ['[ID!]', `Only these notifications, up to ${mostMarked}. Those that have disappeared are ignored.`],
  upTo: [
    'String',
    'Only what had happened at this cursor of `notifications`, such as the `startCursor` of the page that was shown. What has happened since stays unread.',
  ],
}) {}
