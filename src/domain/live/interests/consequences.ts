import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { inFeed } from '../../feed/feed-rules.ts';
import { hasNotMuted, takesPartIn, visibleTo } from '../../rules/visibility.ts';
import { logColumns } from '../event-log.ts';
import type { LogEvent } from '../event-log.ts';

/** The largest number of objects of each kind that are delivered because of blocks, mutes and friendships. */
const mostConcerned = 100;

/**
 * `$1` viewer, `$2` users whom the viewer has blocked or muted or by whom the viewer is blocked, or no longer, `$3` those and
 * users whose friendship with the viewer has changed, `$4` limit of each: as events, the posts of the viewer's friends feed
 * on which the former have commented, and the conversations and friendships that the viewer shares with the latter.
 */
const concernedBy = statement.read<LogEvent>(
  'live_concerned_by',
  `with e(seq, kind, subject_id, conversation_id, user_id, other_id, cell, privacy) as (
     (select 0::bigint, 'post-changed', p.id, null::bigint, p.author_id, null::bigint, null::int, null::text from post p
      where p.id in (select c.post_id from comment c where c.user_id = any($2::bigint[])) and ${inFeed.friends('$1')}
      order by p.id desc limit $4)
     union all
     (select 0, 'conversation', s.conversation_id, s.conversation_id, null, null, null, null from conversation_member s
      where s.user_id = any($3::bigint[]) and ${takesPartIn('$1', 's.conversation_id')}
      group by s.conversation_id order by s.conversation_id desc limit $4)
     union all
     (select 0, 'friendship', f.id, null, f.user1_id, f.user2_id, null, null from friendship f
      where f.user1_id = $1 and f.user2_id = any($2::bigint[]) or f.user2_id = $1 and f.user1_id = any($2::bigint[])
      order by f.id desc limit $4)
   ) select ${logColumns('e')} from e`,
  visibleTo,
  hasNotMuted,
  takesPartIn,
  { owner: 'f.user1_id = $1' },
);

/** Further events for one viewer, and whether there are more than are listed. */
interface Consequences {
  events: LogEvent[];
  tooMany: boolean;
}

/**
 * What has changed for a viewer because of blocks, mutes and friendships: other posts, conversations and friendships look
 * different since then. They are events at the same positions of the log.
 */
export async function consequencesOf(
  queries: Queries,
  viewerId: number,
  events: readonly LogEvent[],
): Promise<Consequences> {
  const apart = new Set<number>();
  const met = new Set<number>();
  let last = 0;
  for (const { seq, kind, userId, otherId } of events) {
    if (kind !== 'block' && kind !== 'mute' && kind !== 'friendship') continue;
    const other = userId === viewerId ? otherId : userId;
    if (other === null) continue;
    met.add(other);
    if (kind !== 'friendship') apart.add(other);
    last = seq;
  }
  if (met.size === 0) return { events: [], tooMany: false };
  const rows = await queries.all(concernedBy, [viewerId, [...apart], [...met], mostConcerned + 1]);
  const counts = Map.groupBy(rows, ({ kind }) => kind);
  return {
    events: rows.map((row) => ({ ...row, seq: last })),
    tooMany: [...counts.values()].some(({ length }) => length > mostConcerned),
  };
}
