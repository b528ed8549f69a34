/**
 * The log of changes in partitions of a day (UTC) each: functions that make them ahead, and that drop them. A log that was
 * full when this migration ran is one table until `npx runners partition` has run. Both forms work.
 */
export const livePartitions = [
  // Makes the log a partitioned table. Rows of days without a partition are in the default partition.
  `create function partition_live_event() returns void language plpgsql as $$
  declare upper timestamptz := live_event_bound(); is_empty boolean := false;
  begin
    if is_partitioned('live_event') then return; end if;
    if upper is null then
      lock table live_event in access exclusive mode;
      is_empty := not exists (select from live_event);
      select date_trunc('day', greatest(now(), max(created_date)) at time zone 'UTC') at time zone 'UTC' into upper from live_event;
      if not is_empty then upper := (upper at time zone 'UTC' + interval '1 day') at time zone 'UTC'; end if;
    end if;
    perform partition_table('live_event', 'created_date', upper::text);
    create table live_event_default partition of live_event default;
    perform make_live_partitions();
    if is_empty then drop table live_event_before; end if;
  end $$`,

  // The bound of the constraint with which npx runners partition begins; null without one.
  `create function live_event_bound() returns timestamptz language sql stable as $$
    select substring(pg_get_constraintdef(oid) from $r$< '([^']+)'$r$)::timestamptz from pg_constraint
    where conrelid = to_regclass('live_event') and conname = 'live_event_before' $$`,

  // Makes the partitions of today and of the next two days, by the clock of the database, and returns how many were
  // missing. Events that have waited for a position for hours, because no process ran, count as of now: readers look for
  // such events in the last partitions only. It waits for a lock for half a second at most, and makes the rest the next time. If npx runners partition was
  // interrupted, its constraint is dropped before it would refuse events.
  `create function make_live_partitions() returns int language plpgsql set lock_timeout = '500ms' as $$
  declare
    day timestamp := date_trunc('day', now() at time zone 'UTC');
    last timestamp := day + interval '2 days';
    made int := 0;
  begin
    if not pg_try_advisory_xact_lock(1917, 3) then return 0; end if;
    if exists (select from live_event where seq is null and created_date < now() - interval '12 hours') then
      begin
        perform 1 from live_log for update;
        update live_event set created_date = now() where seq is null and created_date < now() - interval '12 hours';
      exception when lock_not_available then null;
      end;
    end if;
    if not is_partitioned('live_event') then
      if live_event_bound() < now() + interval '12 hours' then
        alter table live_event drop constraint live_event_before;
      end if;
      return 0;
    end if;
    select greatest(day, max(upper::timestamptz at time zone 'UTC')) into day from partitions_of('live_event');
    while day <= last loop
      begin
        perform add_partition('live_event', 'live_event_' || to_char(day, 'YYYY_MM_DD'),
          (day at time zone 'UTC')::text, ((day + interval '1 day') at time zone 'UTC')::text);
        made := made + 1;
      -- The default partition has events of this day already, and keeps them.
      exception
        when check_violation then null;
        when lock_not_available then return made;
      end;
      day := day + interval '1 day';
    end loop;
    return made;
  end $$`,

  // Removes events from before a moment: a partition whose events are all older, or else some rows of the table without
  // days (the default partition, or a log that is not partitioned). Returns the position up to which events are gone, and null
  // when nothing is left to do. It waits for a lock for half a second at most, and goes on the next time.
  `create function prune_live_events(before timestamptz, most int) returns bigint language plpgsql set lock_timeout = '500ms' as $$
  declare
    oldest text;
    up_to bigint;
    placed boolean;
    gone bigint;
    without_days text := coalesce(to_regclass('live_event_default')::text, 'live_event');
  begin
    select name into oldest from partitions_of('live_event') where upper::timestamptz <= before
    order by upper::timestamptz limit 1;
    if oldest is not null then
      -- The order in which the assignment of positions locks both.
      lock table live_event in access exclusive mode;
      perform 1 from live_log for update;
      if to_regclass(oldest) is null then return (select pruned_seq from live_log); end if;
      execute format('select max(seq), not exists (select from %1$I where seq is null) from %1$I', oldest) into up_to, placed;
      -- Events without a position are kept until they have one, which takes a second.
      if placed then
        execute format('drop table %I', oldest);
        update live_log set pruned_seq = greatest(pruned_seq, up_to);
        delete from live_day where last_seq <= (select pruned_seq from live_log);
        return (select pruned_seq from live_log);
      end if;
    end if;
    execute format(
      'with oldest as (select seq, created_date from %1$s where seq is not null order by seq limit $2)
       select coalesce((select min(seq) - 1 from oldest where created_date >= $1), max(seq)) from oldest', without_days)
    into up_to using before, most;
    execute format('delete from %s where seq <= $1', without_days) using up_to;
    get diagnostics gone = row_count;
    if gone = 0 then return null; end if;
    update live_log set pruned_seq = greatest(pruned_seq, up_to) returning pruned_seq into up_to;
    delete from live_day where last_seq <= up_to;
    return up_to;
  exception when lock_not_available then return null;
  end $$`,
];
