import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { invalid } from '../../errors.ts';
import { statement } from '../../platform/database/statement.ts';
import { groupOfNotification } from './kinds.ts';

/** The largest number of notifications that are marked by their ids at a time. */
export const mostMarked = 100;

/** Which notifications are marked as read. */
interface MarkedNotifications {
  /** Only these; null for all. */
  ids: readonly number[] | null;
  /** Only what is stored up to this position; null for all. */
  upTo: number | null;
}

/** `$1` viewer, `$2` position. */
const markAll = statement.write<{ id: number }>(
  'mark_notifications_read',
  'update notification set is_read = true where user_id = $1 and not is_read and id <= $2',
);

/** `$1` viewer, `$2` position, `$3` kinds and `$4` subjects of the same length. */
const markSome = statement.write<{ id: number }>(
  'mark_some_notifications_read',
  `update notification set is_read = true where user_id = $1 and not is_read and id <= $2
     and (kind, subject_id) in (select * from unnest($3::text[], $4::bigint[]))`,
);

/**
 * Marks notifications of the viewer as read. Ids of notifications that are not there any more are ignored.
 * @throws Failure INVALID for too many ids
 */
export async function markNotificationsRead(context: Context, { ids, upTo }: MarkedNotifications): Promise<void> {
  const viewer = viewerOf(context);
  const position = upTo ?? Number.MAX_SAFE_INTEGER;
  if (ids === null) await context.database.all(markAll, [viewer.id, position]);
  else {
    if (ids.length > mostMarked) throw invalid('ids', `must be at most ${mostMarked}`, 'TOO_LONG');
    const groups = ids.map(groupOfNotification).filter((group) => group !== null);
    const [kinds, subjects] = [groups.map(({ kind }) => kind), groups.map(({ subjectId }) => subjectId)];
    await context.database.all(markSome, [viewer.id, position, kinds, subjects]);
  }
}
