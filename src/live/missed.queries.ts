import { statement } from '../database/statement.ts';
import type { SqlValue, Statement } from '../database/statement.ts';
import { logColumns } from './event-log.ts';
import type { LogEvent } from './event-log.ts';
import type { Listener } from './listeners.ts';

/** A row of what was missed: `prunedSeq` always, the event's columns null when there is none. */
export type MissedRow = { prunedSeq: number } & (LogEvent | { [Column in keyof LogEvent]: null });

/**
 * Events of the log `e` that may concern an interest: `$1` after, `$2` up to, `$3` limit, `$4` the interest's
 * own: the viewer, or what is listened to. Each is a few scans of an index that ends in `seq`, so a replay doesn't read what concerns others.
 */
function missed(name: string, from: string): Statement<MissedRow> {
  return statement(
    `live_missed_${name}`,
    `select l.pruned_seq as "prunedSeq", f.* from live_log l left join lateral (
       select ${logColumns('e')} from ${from} and e.seq > $1 and e.seq <= $2 order by e.seq limit $3
     ) f on true order by f.seq`,
  );
}

const ofSeats = (kinds: string) =>
  `live_event e where e.kind in (${kinds}) and e.conversation_id in (select conversation_id from seat where user_id = $4)`;
const ofFriends = (kinds: string) =>
  `live_event e where e.kind in (${kinds})
   and e.user_id in (select friend_id from friend_edge where user_id = $4 union all select $4)`;
const changes = "'post-changed', 'post-gone'";

const messages = missed('messages', ofSeats("'message'"));
const messagesOfOne = missed('messages_of_one', "live_event e where e.kind = 'message' and e.conversation_id = $4");
const conversations = missed(
  'conversations',
  `(select * from live_event m where m.conversation_id in (select conversation_id from seat where user_id = $4)
      and m.seq > $1 and m.seq <= $2
    union all
    select * from live_event o where o.user_id = $4 and o.kind in ('seat', 'conversation') and o.seq > $1 and o.seq <= $2
      and not (o.kind = 'conversation'
        and exists (select 1 from seat s where s.user_id = $4 and s.conversation_id = o.conversation_id))) e
   where true`,
);
const friendships = missed(
  'friendships',
  `(select * from live_event a where a.user_id = $4 and a.kind = 'friendship' and a.seq > $1 and a.seq <= $2
    union all
    select * from live_event b where b.other_id = $4 and b.kind = 'friendship' and b.seq > $1 and b.seq <= $2) e
   where true`,
);
const posts = {
  friends: missed('posts_friends', ofFriends("'post'")),
  profile: missed('posts_profile', "live_event e where e.kind = 'post' and e.user_id = $4"),
  featured: missed(
    'posts_featured',
    "live_event e where e.kind = 'post' and e.user_id in (select id from users where is_featured and $4::bigint is not null)",
  ),
  local: missed('posts_local', "live_event e where e.kind = 'post' and e.cell = any($4::int[])"),
};
const changesOfOne = missed('changes_of_one', `live_event e where e.kind in (${changes}) and e.subject_id = $4`);
const changesOfFriends = missed('changes_of_friends', ofFriends(changes));

/** The statement that finds what was missed of an interest, and its own value. */
export function missedOf({ interest, viewerId }: Listener, cells: readonly number[]): [Statement<MissedRow>, SqlValue] {
  switch (interest.kind) {
    case 'messages':
      return interest.conversationId === null ? [messages, viewerId] : [messagesOfOne, interest.conversationId];
    case 'conversations':
      return [conversations, viewerId];
    case 'friendships':
      return [friendships, viewerId];
    case 'postChanges':
      return interest.postId === null ? [changesOfFriends, viewerId] : [changesOfOne, interest.postId];
    case 'posts':
      if (interest.feed === 'profile') return [posts.profile, interest.userId];
      return [posts[interest.feed], interest.feed === 'local' ? cells : viewerId];
  }
}
