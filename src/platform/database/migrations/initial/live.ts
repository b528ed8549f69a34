/** The log of changes, which triggers write (live-triggers.ts), and the function that assigns positions to its rows. */
export const live = [
  `create table live_event (
    id bigserial primary key,
    seq bigint,
    kind varchar(12) not null,
    subject_id bigint not null,
    conversation_id bigint,
    user_id bigint,
    other_id bigint,
    cell int,
    privacy varchar(7),
    created_date timestamptz(6) not null default now()
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1)`,
  `create unique index live_event_seq on live_event (seq) where seq is not null`,
  `create index live_event_waiting on live_event (id) where seq is null`,
  `create index live_event_of_conversation on live_event (conversation_id, seq)
    where conversation_id is not null and seq is not null`,
  `create index live_event_of_user on live_event (user_id, seq) where user_id is not null and seq is not null`,
  `create index live_event_of_other on live_event (other_id, seq) where other_id is not null and seq is not null`,
  `create index live_event_of_cell on live_event (cell, seq) where cell is not null and seq is not null`,
  `create index live_event_of_post on live_event (subject_id, seq)
    where kind in ('post-changed', 'post-gone') and seq is not null`,

  `create table live_log (
    "only" boolean primary key default true,
    last_seq bigint not null default '0',
    pruned_seq bigint not null default '0',
    epoch uuid not null default gen_random_uuid()
  )`,
  `insert into live_log default values`,

  // Positions are assigned by one transaction at a time, each committed before the next one begins, so a reader that
  // has read up to a position cannot miss a lower one. Each statement takes a new snapshot, so it sees what was
  // committed while it waited for the lock. Returns the events after a position, up to a limit, and those that this
  // call has assigned a position.
  `create function live_events(after bigint, most int)
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
  end $$`,
];
