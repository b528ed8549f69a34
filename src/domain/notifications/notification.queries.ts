import { list } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Sees } from '../../platform/database/statement.ts';
import { deliveredTo, friendshipVisibleTo, hasNotMuted, onTerms, takesPartIn, visibleTo } from '../rules/visibility.ts';
import { kinds, notificationId } from './kinds.ts';
import type { NotificationGroup } from './kinds.ts';

/** The number of stored notifications of a user, the newest ones, that are read and kept. */
export const mostNotifications = 1000;
/** The number of people that a notification names. */
export const namedActors = 3;

/** A notification as its reader sees it, from which the type `Notification` of GraphQL is made. */
export interface NotificationRow extends FlatNotification {
  /** Made of the kind and the subject. */
  id: number;
}

/** One row of `groups`. */
interface FlatNotification extends NotificationGroup {
  /** The id of the newest stored notification of the group, by which groups are ordered. */
  newestId: number;
  /** The newest thing that happened. */
  itemId: number;
  /** The people who did it last, the last one first. */
  actorIds: number[];
  actorCount: number;
  createdDate: string;
  isRead: boolean;
}

/** Puts the parts of a row together. */
export function notificationRow(flat: FlatNotification): NotificationRow {
  const { kind, subjectId, newestId, itemId, actorIds, actorCount, createdDate, isRead } = flat;
  const id = notificationId(flat);
  return { id, kind, subjectId, newestId, itemId, actorIds, actorCount, createdDate, isRead };
}

/**
 * Whether the stored notification `n` is shown to its reader `$1`: as its kind states; and there is neither a block between the reader and
 * the person, nor has the reader muted them (D304).
 */
const isShown = `${onTerms('$1', 'n.actor_id')} and ${hasNotMuted('$1', 'n.actor_id')} and case n.kind
  ${Object.entries(kinds)
    .map(([name, { shown }]) => `when '${name}' then ${shown}`)
    .join('\n  ')}
  end`;
const rules: Sees[] = [onTerms, hasNotMuted, visibleTo, takesPartIn, deliveredTo, friendshipVisibleTo];

/** The stored notifications of the viewer that are read, without those of a kind or subject that the condition excludes. */
const newest = (condition = 'true') =>
  `select * from notification n where n.user_id = $1 and ${condition} order by n.id desc limit ${mostNotifications}`;

/** The notifications of the viewer as `grouped`, from what `newest` reads; `seen` has what is stored of them. */
const groups = (stored: string) => `with mine as (${stored}), seen as materialized (
    select * from mine n where ${isShown}
  ), acted as (
    select kind, subject_id, actor_id, max(id) as newest_id, max(created_date) as created_date, bool_and(is_read) as is_read
    from seen group by kind, subject_id, actor_id
  ), grouped as (
    select kind, subject_id, max(newest_id) as newest_id, count(*)::int as actors, max(created_date) as created_date,
      bool_and(is_read) as is_read, (array_agg(actor_id order by newest_id desc))[1:${namedActors}] as actor_ids
    from acted group by kind, subject_id
  )`;
const columns = `g.kind, g.subject_id as "subjectId", g.newest_id as "newestId", s.item_id as "itemId", g.actor_ids as "actorIds",
  g.actors as "actorCount", g.created_date as "createdDate", g.is_read as "isRead"`;

/** `$1` viewer, `$2` only unread ones: the viewer's notifications, newest first, each with their total number. */
export const notificationsOfViewer = list<FlatNotification & { total: number }>({
  name: 'notifications_page',
  order: 'newest first',
  parameters: 2,
  rows: ({ within, order, slice }) =>
    sql`${groups(newest())}
  select ${columns}, (select count(*)::int from grouped where not ($2 and is_read)) as total
  from (select * from grouped where not ($2::boolean and is_read) and ${within('newest_id')}
    order by newest_id ${order} ${slice}) g
  join seen s on s.id = g.newest_id order by g.newest_id ${order}`,
  sees: rules,
  total: statement.read(
    'notification_count',
    `${groups(newest())} select count(*)::int as count from grouped where not ($2::boolean and is_read)`,
    ...rules,
  ),
});

/** `$1` viewer: the number of notifications that are not read. What is read is left out before anything is looked up. */
export const unreadNotifications = statement.read<{ count: number }>(
  'unread_notifications',
  `with mine as (${newest()})
   select count(distinct (n.kind, n.subject_id))::int as count from mine n where not n.is_read and ${isShown}`,
  ...rules,
);

/** `$1` viewer, `$2` kinds and `$3` subjects of the same length. */
export const notificationsOfGroups = statement.read<FlatNotification>(
  'notifications_of_groups',
  `${groups(newest('(n.kind, n.subject_id) in (select * from unnest($2::text[], $3::bigint[]))'))}
   select ${columns} from grouped g join seen s on s.id = g.newest_id`,
  ...rules,
);

/**
 * `$1` viewer, `$2` ids of stored notifications: those that are shown, each with the notification to which it belongs.
 */
export const notificationsWith = statement.read<FlatNotification & { storedId: number }>(
  'notifications_with',
  `${groups(
    newest(`(n.kind, n.subject_id) in (
       select o.kind, o.subject_id from notification o where o.id = any($2::bigint[]) and o.user_id = $1)`),
  )}
   select t.id as "storedId", ${columns} from seen t
   join grouped g on g.kind = t.kind and g.subject_id = t.subject_id join seen s on s.id = g.newest_id
   where t.id = any($2::bigint[])`,
  ...rules,
);
