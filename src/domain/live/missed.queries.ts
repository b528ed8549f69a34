import { statement } from '../../platform/database/statement.ts';
import type { SqlValue, Statement } from '../../platform/database/statement.ts';
import { deliveredTo } from '../rules/visibility.ts';
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

/** The first events of each of many users, conversations or places: an index scan for each, that stops at the limit. */
const ofEach = (ids: string, column: string, kinds: string, condition = 'true') =>
  `(select o.* from ${ids} who(id) cross join lateral (
     select * from live_event i where i.${column} = who.id and i.kind in (${kinds}) and i.seq > $1 and i.seq <= $2
       and ${condition} order by i.seq limit $3) o) e where true`;
const seats = '(select conversation_id from seat where user_id = $4)';
const friendsAndMe = '(select friend_id from friend_edge where user_id = $4 union all select $4::bigint)';
const changes = "'post-changed', 'post-gone'";

const messages = missed('messages', ofEach(seats, 'conversation_id', "'message'"));
const messagesOfOne = missed('messages_of_one', "live_event e where e.kind = 'message' and e.conversation_id = $4");
/** What is not delivered to the viewer changes nothing for them (decisions N24). */
const delivered = `(i.kind <> 'message' or exists (
  select 1 from message m where m.id = i.subject_id and ${deliveredTo('$4', 'm')}))`;
// Where the viewer still sits `conversation` is found by the seat; where not, by the viewer.
const conversations = missed(
  'conversations',
  `(select * from ${ofEach(seats, 'conversation_id', "'message', 'conversation'", delivered)}
    union all
    (select * from live_event o where o.user_id = $4 and o.kind in ('seat', 'conversation') and o.seq > $1 and o.seq <= $2
      and not (o.kind = 'conversation' and o.conversation_id in ${seats}) order by o.seq limit $3)) e
   where true`,
);
const friendships = missed(
  'friendships',
  `((select * from live_event a where a.user_id = $4 and a.kind = 'friendship' and a.seq > $1 and a.seq <= $2
     order by a.seq limit $3)
    union all
    (select * from live_event b where b.other_id = $4 and b.kind = 'friendship' and b.seq > $1 and b.seq <= $2
     order by b.seq limit $3)) e
   where true`,
);
const posts = {
  friends: missed('posts_friends', ofEach(friendsAndMe, 'user_id', "'post'")),
  profile: missed('posts_profile', "live_event e where e.kind = 'post' and e.user_id = $4"),
  featured: missed(
    'posts_featured',
    ofEach('(select id from users where is_featured and $4::bigint is not null)', 'user_id', "'post'"),
  ),
  local: missed('posts_local', ofEach('unnest($4::int[])', 'cell', "'post'")),
};
const changesOfOne = missed('changes_of_one', `live_event e where e.kind in (${changes}) and e.subject_id = $4`);
const changesOfFriends = missed('changes_of_friends', ofEach(friendsAndMe, 'user_id', changes));

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
