import { lockConversations, recountConversations } from '../domain/conversations/recount-members.ts';
import type { LikeableTable } from '../domain/feed/shown-likes.ts';
import { computedFigures, figures, lockStats, rebuildStats } from '../domain/workouts/stats-updates.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transaction } from '@runners/postgres';
import { statement } from '../platform/database/statement.ts';

/** Stored numbers that are computed from other rows: how differences are found, and how they are corrected. */
interface Derived {
  /** What the numbers are, in the plural. */
  what: string;
  /** Returns the rows after an id that differ, in order. Writes in progress can make a row differ that does not. */
  find(after: number): Promise<number[]>;
  /** Locks what is counted, counts again, and returns whether something was changed. */
  correct(tx: Transaction, id: number): Promise<boolean>;
}

/** The number of rows that are searched for at a time. */
const together = 500;
/** Why its statements apply no rule of visibility. */
export const reason = { all: 'a command of the operator compares stored numbers with what they count' };

const wrongStats = statement.read<{ id: number }>(
  'rebuild_find_stats',
  `select s.id from stats s left join lateral (
     ${computedFigures}
   ) a(${figures()}) on true
   where s.id > $1 and row(${figures('s.')}) is distinct from row(${figures('a.')})
   order by s.id limit ${together}`,
  reason,
);
const storedStats = statement.read<{ figures: string }>(
  'rebuild_read_stats',
  `select row(${figures()})::text as figures from stats where id = $1`,
  reason,
);

/** The comments that the post `p` counts. */
export const countedComments = '(select count(*)::int from comment c where c.post_id = p.id and not c.is_hidden)';

const wrongComments = statement.read<{ id: number }>(
  'rebuild_find_comment_counts',
  `select p.id from post p where p.id > $1 and p.comment_count <> ${countedComments}
   order by p.id limit ${together}`,
  reason,
);
const lockOf = (table: LikeableTable) =>
  statement.write<{ id: number }>(`rebuild_lock_${table}`, `select id from ${table} where id = $1 for update`, reason);
const recountComments = statement.write<{ id: number }>(
  'rebuild_comment_count',
  `update post p set comment_count = ${countedComments} where p.id = $1 and p.comment_count <> ${countedComments} returning p.id`,
  reason,
);

const wrongLikes = (table: LikeableTable) =>
  statement.read<{ id: number }>(
    `rebuild_find_${table}_likes`,
    `select o.id from ${table} o where o.id > $1 and (o.likers <> newest_${table}_likers(o.id)
       or o.like_count <> (select count(*) from ${table}_like l where l.${table}_id = o.id)) order by o.id limit ${together}`,
    reason,
  );
const recountLikes = (table: LikeableTable) =>
  statement.write<{ id: number }>(
    `rebuild_${table}_likes`,
    `update ${table} o set like_count = n.counted, likers = n.likers
     from (select count(*)::int as counted, newest_${table}_likers($1) as likers from ${table}_like where ${table}_id = $1) n
     where o.id = $1 and (o.like_count <> n.counted or o.likers <> n.likers) returning o.id`,
    reason,
  );

/** All conversations, because what is unread depends on blocks and mutes, which the correction evaluates. */
const conversations = statement.read<{ id: number }>(
  'rebuild_find_conversations',
  `select id from conversation where id > $1 order by id limit ${together}`,
  reason,
);
const lastMessage = statement.write<{ id: number }>(
  'rebuild_last_message',
  `update conversation c set last_message_id = n.last
   from (select coalesce(max(id), 0) as last from message where conversation_id = $1) n
   where c.id = $1 and c.last_message_id is distinct from n.last returning c.id`,
  reason,
);

const wrongEdges = statement.read<{ id: number }>(
  'rebuild_find_edges',
  `select f.id from friendship f where f.id > $1 and (f.accepted_date is not null) <> (
     (select count(*) from friend_edge e where (e.user_id, e.friend_id) in ((f.user1_id, f.user2_id), (f.user2_id, f.user1_id))) = 2
   ) order by f.id limit ${together}`,
  reason,
);
const lockFriendship = statement.write<{ one: number; other: number; accepted: boolean }>(
  'rebuild_lock_friendship',
  `select user1_id as one, user2_id as other, accepted_date is not null as accepted from friendship where id = $1 for update`,
  reason,
);
const addEdges = statement.write<{ user_id: number }>(
  'rebuild_add_edges',
  `insert into friend_edge (user_id, friend_id) values ($1::bigint, $2::bigint), ($2::bigint, $1::bigint)
   on conflict do nothing returning user_id`,
);
const removeEdges = statement.write<{ user_id: number }>(
  'rebuild_remove_edges',
  `delete from friend_edge where (user_id, friend_id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint)) returning user_id`,
);

function derivedOf({ unhurried }: Database): Derived[] {
  const finding = (found: typeof wrongStats) => async (after: number) =>
    (await unhurried.all(found, [after])).map(({ id }) => id);
  return [
    {
      what: 'statistics of runners',
      find: finding(wrongStats),
      async correct(tx, id) {
        if (!(await tx.one(lockStats, [id]))) return false;
        const before = await tx.one(storedStats, [id]);
        await tx.one(rebuildStats, [id]);
        return before?.figures !== (await tx.one(storedStats, [id]))?.figures;
      },
    },
    {
      what: 'numbers of comments of posts',
      find: finding(wrongComments),
      async correct(tx, id) {
        await tx.one(lockOf('post'), [id]);
        return (await tx.one(recountComments, [id])) !== undefined;
      },
    },
    ...(['post', 'comment'] as const).map((table) => {
      const [lock, recount] = [lockOf(table), recountLikes(table)];
      return {
        what: `numbers and copies of the likes of ${table}s`,
        find: finding(wrongLikes(table)),
        async correct(tx: Transaction, id: number) {
          await tx.one(lock, [id]);
          return (await tx.one(recount, [id])) !== undefined;
        },
      };
    }),
    {
      what: 'conversations with wrong unread or newest messages',
      find: finding(conversations),
      async correct(tx, id) {
        await tx.all(lockConversations, [[id]]);
        const newest = await tx.one(lastMessage, [id]);
        return (await tx.all(recountConversations, [[id]])).length > 0 || newest !== undefined;
      },
    },
    {
      what: 'friendships whose lists of friends were wrong',
      find: finding(wrongEdges),
      async correct(tx, id) {
        const found = await tx.one(lockFriendship, [id]);
        if (!found) return false;
        const { one, other, accepted } = found;
        return (await tx.all(accepted ? addEdges : removeEdges, [one, other])).length > 0;
      },
    },
  ];
}

/**
 * Compares all stored numbers with what they count, and corrects those that differ, each in a transaction of its own with the
 * locks that the writes of the service take. The service can run.
 * @param reported called for each kind with the ids of what was corrected
 */
export async function rebuild(
  database: Database,
  reported: (what: string, ids: readonly number[]) => void,
): Promise<void> {
  for (const { what, find, correct } of derivedOf(database)) {
    const corrected: number[] = [];
    for (let after = 0; ;) {
      const ids = await find(after);
      for (const id of ids)
        if (await database.transaction((tx) => correct(tx, id), { unhurried: true })) corrected.push(id);
      if (ids.length < together) break;
      after = ids.at(-1) ?? after;
    }
    reported(what, corrected);
  }
}
