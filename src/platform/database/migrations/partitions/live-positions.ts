/**
 * Reading the log by positions, without reading the partitions of days before. Positions follow commits, and days the begin of
 * transactions, so `live_day` has the highest position of each day's events.
 */
export const livePositions = [
  `create table "live_day" ("day" date not null, "last_seq" bigint not null, primary key ("day"))`,
  // Events that had their positions before may be of any day.
  `insert into live_day (day, last_seq) select '2000-01-01', last_seq from live_log where last_seq > 0`,

  // The begin of the first day with an event after a position; null if there is none.
  `create function live_since(after bigint) returns timestamptz language sql stable as
    $$ select min(day)::timestamp at time zone 'UTC' from live_day where last_seq > after $$`,

  // Positions are assigned by one transaction at a time, each committed before the next one begins, so a reader that
  // has read up to a position cannot miss a lower one, and no position is assigned twice: an index could not ensure this over
  // several partitions. Each statement takes a new snapshot, so it sees what was committed while it waited for the lock.
  // Returns the events after a position, up to a limit, and those that this call has assigned a position. It reads up to the
  // position at which it has looked up the first day, because events of earlier days may get positions meanwhile. Only
  // partitions of the last days are opened; make_live_partitions moves older events without a position there.
  `create or replace function live_events(after bigint, most int)
  returns table (seq bigint, kind varchar, subject_id bigint, conversation_id bigint, user_id bigint, other_id bigint,
    cell int, privacy varchar, placed boolean) language plpgsql as $$
  #variable_conflict use_column
  declare base bigint; added bigint; up_to bigint; since timestamptz;
  begin
    if exists (select 1 from live_event where seq is null and created_date > now() - interval '1 day'
      and created_date < now() + interval '1 day') then
      select last_seq into base from live_log for update;
      if base is null then
        insert into live_log default values on conflict do nothing;
        select last_seq into base from live_log for update;
      end if;
      with given as (
        update live_event e set seq = base + w.place from (
          select id, created_date, row_number() over (order by id) as place
          from (select id, created_date from live_event where seq is null order by id limit most) waiting
        ) w where e.id = w.id and e.created_date = w.created_date
        returning e.seq, e.created_date
      ), days as (
        insert into live_day as d (day, last_seq)
        select (created_date at time zone 'UTC')::date, max(seq) from given group by 1
        on conflict (day) do update set last_seq = greatest(d.last_seq, excluded.last_seq)
      )
      select count(*) into added from given;
      update live_log set last_seq = base + added where added > 0;
    end if;
    select last_seq, live_since(least(after, coalesce(base, after))) into up_to, since from live_log;
    if since is null then return; end if;
    return query
      select e.seq, e.kind, e.subject_id, e.conversation_id, e.user_id, e.other_id, e.cell, e.privacy,
        coalesce(e.seq > base, false)
      from live_event e
      where e.created_date >= since and e.created_date < now() + interval '1 day' and e.seq <= up_to
        and e.seq > least(after, coalesce(base, after)) and (e.seq <= after + most or e.seq > base)
      order by e.seq;
  end $$`,
];
