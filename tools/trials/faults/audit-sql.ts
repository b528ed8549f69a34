import { faultOf } from './ledger.ts';
import type { Sql } from '../../../test/support/run-sql.ts';
import type { Entry, Kind } from './ledger.ts';

/** For each kind, a query for how often each of the marks `$1` is in the tables, with rows of `mark` and `count`. */
const counts: Record<Kind, string> = {
  message: 'select message as mark, count(*)::int from message where message = any($1) group by 1',
  comment: 'select comment as mark, count(*)::int from comment where comment = any($1) group by 1',
  workout: 'select title as mark, count(*)::int from workout where title = any($1) group by 1',
  registration: 'select email as mark, count(*)::int from users where email = any($1) group by 1',
  invitation: 'select email as mark, count(*)::int from invitation where email = any($1) group by 1',
  picture: `select encode(digest, 'hex') as mark, count(*)::int from picture where encode(digest, 'hex') = any($1) group by 1`,
  like: `select mark, count(*)::int from (
      select post_id || ' by ' || user_id as mark from post_like
    ) likes where mark = any($1) group by 1`,
  'friend request': `select user1_id || ' to ' || user2_id as mark, count(*)::int from friendship
    where user1_id || ' to ' || user2_id = any($1) group by 1`,
};

/** Returns what is lost, duplicated, or created although it was refused, one sentence each. */
export async function countedWrong(sql: Sql, entries: readonly Entry[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, text] of Object.entries(counts)) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    const rows = await sql(text, [ofKind.map(({ mark }) => mark)]);
    const found = new Map(rows.map(({ mark, count }) => [mark, Number(count)]));
    for (const entry of ofKind) {
      const fault = faultOf(entry, found.get(entry.mark) ?? 0);
      if (fault) faults.push(fault);
    }
  }
  return faults;
}

/** Statements that find incomplete rows, and counters that differ from recomputed values. */
const inconsistencies: Record<string, string> = {
  'posts whose comment_count is not the number of their comments': `select p.id from post p
    where comment_count <> (select count(*) from comment c where c.post_id = p.id and not c.is_hidden)`,
  'posts whose like_count or likers are not those of their likes': `select p.id from post p
    where like_count <> (select count(*) from post_like l where l.post_id = p.id) or likers <> newest_post_likers(p.id)`,
  'comments whose like_count or likers are not those of their likes': `select c.id from comment c
    where like_count <> (select count(*) from comment_like l where l.comment_id = c.id)
      or likers <> newest_comment_likers(c.id)`,
  'conversations whose last message is not their newest': `select c.id from conversation c
    where last_message_id <> coalesce((select max(m.id) from message m where m.conversation_id = c.id), 0)`,
  'conversations without a message or without two members': `select c.id from conversation c
    where not exists (select 1 from message m where m.conversation_id = c.id)
      or (select count(*) from conversation_member s where s.conversation_id = c.id) < 2`,
  'members whose last message or number of unread messages is wrong': `select s.conversation_id as id
    from conversation_member s join conversation c on c.id = s.conversation_id
    where s.last_message_id <> c.last_message_id or s.unread <> (
      select count(*) from message m
      where m.conversation_id = s.conversation_id and m.id > s.read_up_to and m.user_id <> s.user_id
    )`,
  'accounts without profile, preferences or stats': `select u.id from users u
    where not exists (select 1 from profile p where p.id = u.id)
      or not exists (select 1 from preferences p where p.id = u.id) or not exists (select 1 from stats s where s.id = u.id)`,
  'workouts without exactly one post': `select w.id from workout w
    where (select count(*) from post p where p.workout_id = w.id) <> 1`,
  'workouts with points and no track, or with a track and no points': `select w.id from workout w
    where (points_hash is not null) <> exists (select 1 from workout_track t where t.workout_id = w.id)`,
  'people whose figures differ from a recomputation': `select s.id from stats s left join lateral (
      select coalesce(sum(distance_in_meters), 0) as total, max(distance_in_meters) as far, max(duration_in_seconds) as long,
        max(elevation_gain_in_meters) as climb, max(run_date) as latest, min(best_mile_duration_in_seconds) as mile,
        min(best_5k_duration_in_seconds) as five
      from workout w where w.user_id = s.id
    ) a on true
    where (s.total_distance_in_meters, s.max_distance_in_meters, s.max_duration_in_seconds, s.max_elevation_gain_in_meters,
        s.latest_workout_date, s.best_mile_duration_in_seconds, s.best_5k_duration_in_seconds)
      is distinct from (a.total, a.far, a.long, a.climb, a.latest, a.mile, a.five)`,
  'friends whose edges are not those of their friendships': `select user_id as id from (
      (select user_id, friend_id from friend_edge
        except all select unnest(array[user1_id, user2_id]), unnest(array[user2_id, user1_id]) from friendship
        where accepted_date is not null)
      union all
      (select unnest(array[user1_id, user2_id]), unnest(array[user2_id, user1_id]) from friendship
        where accepted_date is not null except all select user_id, friend_id from friend_edge)
    ) differences`,
  'pictures whose file is missing or about to be removed': `select p.id from picture p
    left join picture_file f on f.key = p.key where f.key is null or f.doomed_date is not null`,
  'keys or accounts that are not whole': `select u.id from users u where u.username = '' or u.email = ''
    or (u.password_hash is null and not u.email_proven)`,
};

/** Returns all inconsistencies, one sentence each. */
export async function inconsistent(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, text] of Object.entries(inconsistencies)) {
    const rows = await sql(`${text} limit 5`);
    if (rows.length > 0) faults.push(`${what}: ${rows.map(({ id }) => String(id)).join(', ')}`);
  }
  return faults;
}

/** The number of statements that compare counters and find incomplete rows. */
export const checkCount = Object.keys(inconsistencies).length;
