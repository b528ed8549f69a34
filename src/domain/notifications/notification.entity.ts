import { defineEntity, p } from '@mikro-orm/core';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { kindsThat } from './kinds.ts';
import type { NotificationKind } from './kinds.ts';

const storedEachTime = kindsThat(({ isStoredEachTime }) => isStoredEachTime === true);

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    /** Ids follow the order in which things happened. A newer message of the same person replaces the id. */
    id: p.bigint('number').primary().autoincrement(),
    /** The user who is notified. */
    user: () => p.manyToOne(User).deleteRule('cascade'),
    kind: p.string().$type<NotificationKind>().length(20),
    /**
     * What notifications are grouped by: the friendship, post, comment, conversation or participant. Like `itemId` it is
     * not a foreign key: what does not exist any more is not shown.
     */
    subjectId: p.bigint('number'),
    /** What has happened: the friendship, the comment, the newest message, the promise; of likes the subject. */
    itemId: p.bigint('number'),
    /** The user who did it. */
    actor: () => p.manyToOne(User).deleteRule('cascade').index(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('clock_timestamp()'),
    isRead: p.boolean().default(false),
  },
  indexes: [
    madeBy('create index notification_of_user on notification (user_id, id)'),
    madeBy(`create unique index notification_once on notification (user_id, kind, subject_id, actor_id)
        where kind not in (${storedEachTime.map((kind) => `'${kind}'`).join(', ')})`),
  ],
});

/**
 * One user learns what one other user has done (D304). The triggers of the migration `notifications` write it in the
 * transaction of the change, and `kinds.ts` states how long it is shown.
 */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
