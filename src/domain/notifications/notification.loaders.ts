import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { defineLoader } from '../context.ts';
import { groupOfNotification } from './kinds.ts';
import { notificationRow, notificationsOfGroups } from './notification.queries.ts';
import type { NotificationRow } from './notification.queries.ts';

/** Of the viewer, by their ids. */
export const notificationsLoader = defineLoader<Loader<NotificationRow>>(({ database }, viewerId) =>
  loader(
    async (ids) => {
      const groups = ids.map(groupOfNotification).filter((group) => group !== null);
      const [kinds, subjects] = [groups.map(({ kind }) => kind), groups.map(({ subjectId }) => subjectId)];
      return (await database.all(notificationsOfGroups, [viewerId, kinds, subjects])).map(notificationRow);
    },
    ({ id }) => id,
  ),
);
