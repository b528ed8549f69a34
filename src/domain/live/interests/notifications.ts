import { topic } from '@runners/live-log';
import { notificationRow, notificationsWith } from '../../notifications/notification.queries.ts';
import type { NotificationRow } from '../../notifications/notification.queries.ts';
import { channel, channelsOf } from '../channels.ts';
import { ownThings, subjectsOf } from './interest.ts';
import type { Delivery, InterestRules } from './interest.ts';
import { missed } from './missed.ts';

/** The notifications of the viewer. */
export interface NotificationsInterest {
  kind: 'notifications';
}

/** `notification` is all that has happened of its kind to its subject. */
export interface NotificationAdded {
  kind: 'notificationAdded';
  notification: NotificationRow;
}

/** The topic by the viewer. */
export const ofNotified = topic('notifications');
const ofViewer = missed('notifications', "live_event e where e.user_id = $4 and e.kind = 'notification'");

export const notifications: InterestRules<NotificationsInterest, NotificationAdded, 'notification'> = {
  announced: {
    notification: ({ userId }) => channelsOf(['user', userId]),
  },

  check: ownThings,

  sourcesOf: (_queries, viewerId) => ({
    topics: [ofNotified.of(viewerId)],
    channels: () => [channel('user', viewerId)],
    missed: [ofViewer, viewerId],
  }),

  async deliver(queries, audience, events) {
    const deliveries: Delivery<NotificationAdded>[] = [];
    for (const [viewerId, mine] of Map.groupBy(events, ({ userId }) => userId)) {
      const listeners = viewerId === null ? [] : [...audience.of(ofNotified, viewerId)];
      if (listeners.length === 0) continue;
      const rows = await queries.all(notificationsWith, [viewerId, subjectsOf(mine)]);
      const found = new Map(rows.map((row) => [row.storedId, notificationRow(row)]));
      for (const event of mine) {
        const notification = found.get(event.subjectId);
        if (!notification) continue;
        const added = { kind: 'notificationAdded', notification } as const;
        for (const listener of listeners) deliveries.push([listener, event, added]);
      }
    }
    return deliveries;
  },
};
