import { Migration } from '@mikro-orm/migrations';

/**
 * Statement-level triggers write what happened into `live_event`, in the transaction of the change: whatever path writes,
 * deletions by cascade included. `live_events` gives the committed ones their places.
 */
export class Live extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "live_event" ("id" bigserial primary key, "seq" bigint null, "kind" varchar(12) not null, "subject_id" bigint not null, "conversation_id" bigint null, "user_id" bigint null, "other_id" bigint null, "cell" int null, "privacy" varchar(7) null, "created_date" timestamptz(6) not null default now());`);
    this.addSql(`create unique index live_event_seq on live_event (seq) where seq is not null;`);
    this.addSql(`create index live_event_waiting on live_event (id) where seq is null;`);
    this.addSql(`create index live_event_of_conversation on live_event (conversation_id, seq)
        where conversation_id is not null and seq is not null;`);
    this.addSql(`create index live_event_of_user on live_event (user_id, seq) where user_id is not null and seq is not null;`);
    this.addSql(`create index live_event_of_other on live_event (other_id, seq) where other_id is not null and seq is not null;`);
    this.addSql(`create index live_event_of_cell on live_event (cell, seq) where cell is not null and seq is not null;`);
    this.addSql(`create index live_event_of_post on live_event (subject_id, seq)
        where kind in ('post-changed', 'post-gone') and seq is not null;`);
    this.addSql(`alter table "live_event" set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);`);

    this.addSql(`create table "live_log" ("only" boolean not null default true, "last_seq" bigint not null default '0', "pruned_seq" bigint not null default '0', "epoch" uuid not null default gen_random_uuid(), primary key ("only"));`);
    this.addSql(`insert into live_log default values;`);

    for (const [name, table, event, body] of triggers) {
      const tables = [event !== 'insert' ? 'old table as before' : '', event !== 'delete' ? 'new table as after' : ''];
      this.addSql(`create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$;`);
      this.addSql(`create trigger ${name} after ${event} on ${table} referencing ${tables.join(' ')} for each statement execute function ${name}();`);
    }

    // Places are given one pass after the other, each committed before the next one begins: who has read up to a place
    // can't miss a lower one. Every statement takes a new snapshot, so it sees what was committed while the lock was
    // waited for. Answers what comes after a place, at most so many, and whatever this very call has placed.
    this.addSql(`create function live_events(after bigint, most int)
      returns table (seq bigint, kind varchar, subject_id bigint, conversation_id bigint, user_id bigint, other_id bigint,
        cell int, privacy varchar, placed boolean) language plpgsql as $$
      #variable_conflict use_column
      declare base bigint; added bigint;
      begin
        if exists (select 1 from live_event where seq is null) then
          select last_seq into base from live_log for update;
          if base is null then
            insert into live_log default values on conflict do nothing;
            select last_seq into base from live_log for update;
          end if;
          update live_event e set seq = base + w.place from (
            select id, row_number() over (order by id) as place
            from (select id from live_event where seq is null order by id limit most) waiting
          ) w where e.id = w.id;
          get diagnostics added = row_count;
          update live_log set last_seq = base + added where added > 0;
        end if;
        return query
          select e.seq, e.kind, e.subject_id, e.conversation_id, e.user_id, e.other_id, e.cell, e.privacy,
            coalesce(e.seq > base, false)
          from live_event e
          where e.seq > least(after, coalesce(base, after)) and (e.seq <= after + most or e.seq > base)
          order by e.seq;
      end $$;`);
  }

  override down(): void | Promise<void> {
    for (const [name, table] of triggers) {
      this.addSql(`drop trigger ${name} on ${table};`);
      this.addSql(`drop function ${name}();`);
    }
    this.addSql(`drop function live_events(bigint, int);`);
    this.addSql(`drop table if exists "live_event" cascade;`);
    this.addSql(`drop table if exists "live_log" cascade;`);
  }

}

const postColumns = (row: string) =>
  ['body', 'privacy', 'comment_count', 'likers', 'workout_id', 'post_type', 'extra'].map((name) => `${row}.${name}`).join(', ');
const workoutColumns = (row: string) =>
  ['title', 'run_date', 'run_type', 'source_type', 'duration_in_seconds', 'distance_in_meters', 'elevation_gain_in_meters']
    .map((name) => `${row}.${name}`)
    .join(', ');
/** Changes of what hangs from posts; `posts` finds their ids. */
const changeOf = (posts: string) =>
  `insert into live_event (kind, subject_id, user_id)
   select 'post-changed', p.id, p.author_id from post p where p.id in (${posts}) order by p.id`;
/** Whether some who could see a post can no more. */
const closed = `(b.privacy = 'public' and a.privacy <> 'public') or (b.privacy = 'friends' and a.privacy = 'private')`;
const friendshipEvent = `insert into live_event (kind, subject_id, user_id, other_id)
  select 'friendship', f.id, f.user1_id, f.user2_id from`;

const triggers: ReadonlyArray<readonly [name: string, table: string, event: 'insert' | 'update' | 'delete', body: string]> = [
  ['live_message_added', 'message', 'insert',
    `insert into live_event (kind, subject_id, conversation_id) select 'message', id, conversation_id from after order by id`],
  // A message moves and counts in all seats of its conversation: that is told by the message's own event.
  ['live_seat_changed', 'seat', 'update',
    `insert into live_event (kind, subject_id, user_id)
     select 'seat', a.conversation_id, a.user_id from after a
     join before b on b.conversation_id = a.conversation_id and b.user_id = a.user_id
     where a.last_message_id = b.last_message_id
       and (a.placement, a.read_up_to, a.unread) is distinct from (b.placement, b.read_up_to, b.unread)
     order by a.conversation_id, a.user_id`],
  ['live_seat_left', 'seat', 'delete',
    `insert into live_event (kind, subject_id, conversation_id, user_id)
     select 'conversation', conversation_id, conversation_id, user_id from before order by conversation_id, user_id`],
  ['live_friendship_asked', 'friendship', 'insert', `${friendshipEvent} after f order by f.id`],
  ['live_friendship_changed', 'friendship', 'update',
    `${friendshipEvent} after f join before b on b.id = f.id
     where b.accepted_date is distinct from f.accepted_date order by f.id`],
  ['live_friendship_ended', 'friendship', 'delete', `${friendshipEvent} before f order by f.id`],
  ['live_post_added', 'post', 'insert',
    `insert into live_event (kind, subject_id, user_id, cell) select 'post', id, author_id, cell from after order by id`],
  ['live_post_changed', 'post', 'update',
    `insert into live_event (kind, subject_id, user_id, privacy)
     select case when ${closed} then 'post-gone' else 'post-changed' end, a.id, a.author_id,
       case when ${closed} then b.privacy end
     from after a join before b on b.id = a.id
     where (${postColumns('a')}) is distinct from (${postColumns('b')}) order by a.id`],
  ['live_post_gone', 'post', 'delete',
    `insert into live_event (kind, subject_id, user_id, privacy)
     select 'post-gone', id, author_id, privacy from before order by id`],
  ['live_workout_changed', 'workout', 'update',
    changeOf(`select p.id from after a join before b on b.id = a.id join post p on p.workout_id = a.id
      where (${workoutColumns('a')}) is distinct from (${workoutColumns('b')})`)],
  ['live_comment_liked', 'comment', 'update',
    changeOf(`select a.post_id from after a join before b on b.id = a.id where a.likers is distinct from b.likers`)],
  ['live_picture_added', 'picture', 'insert', changeOf('select post_id from after')],
  ['live_picture_moved', 'picture', 'update',
    changeOf('select a.post_id from after a join before b on b.id = a.id where a.position <> b.position')],
  ['live_picture_deleted', 'picture', 'delete', changeOf('select post_id from before')],
];
