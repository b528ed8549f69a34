/**
 * Tables in partitions of ranges of ids: functions that turn a table into the first range, and that make the next ones ahead.
 * Nothing is partitioned by these until `npx runners partition` (decisions D423).
 */
export const idPartitions = [
  // The tables that can be partitioned so, each with its key.
  `create function tables_by_id() returns table (name text, key text) language sql immutable as
    $$ values ('message', 'id'), ('workout_track', 'workout_id'), ('workout_sensors', 'workout_id') $$`,

  `create function newest_id(name text, key text) returns bigint language plpgsql stable as $$
  declare newest bigint;
  begin
    execute format('select coalesce(max(%I), 0) from %I', key, name) into newest;
    return newest;
  end $$`,

  // The bound of the constraint with which npx runners partition begins; null without one.
  `create function id_bound(name text) returns bigint language sql stable as $$
    select substring(pg_get_constraintdef(oid) from $r$< '?(\\d+)$r$)::bigint from pg_constraint
    where conrelid = to_regclass(name) and conname = name || '_before' $$`,

  `create function partition_by_id(name text) returns void language plpgsql as $$
  declare key text := (select t.key from tables_by_id() t where t.name = partition_by_id.name); upper bigint := id_bound(name);
  begin
    if is_partitioned(name) then return; end if;
    if upper is null then
      execute format('lock table %I in access exclusive mode', name);
      upper := (newest_id(name, key) / 1000000 + 1) * 1000000;
    end if;
    perform partition_table(name, key, upper::text);
    execute format('create table %I partition of %I default', name || '_default', name);
    perform make_id_partitions();
  end $$`,

  // Makes a partition for the next 20 million ids of each partitioned table whose last one is in use, and returns how many
  // were made. It waits for a lock for half a second at most, and makes the rest the next time. If npx runners partition was
  // interrupted, its constraint is dropped before it would refuse rows.
  `create function make_id_partitions() returns int language plpgsql set lock_timeout = '500ms' as $$
  declare of record; used_up_to bigint; made int := 0; width bigint := 20000000;
  begin
    if not pg_try_advisory_xact_lock(1917, 5) then return 0; end if;
    for of in select * from tables_by_id() loop
      begin
        if is_partitioned(of.name) then
          select max(p.upper::bigint) into used_up_to from partitions_of(of.name) p;
          if newest_id(of.name, of.key) >= used_up_to - width then
            perform add_partition(of.name, of.name || '_' || used_up_to, used_up_to::text, (used_up_to + width)::text);
            made := made + 1;
          end if;
        elsif id_bound(of.name) < newest_id(of.name, of.key) + 5000000 then
          execute format('alter table %I drop constraint %I', of.name, of.name || '_before');
        end if;
      exception when lock_not_available or check_violation then null;
      end;
    end loop;
    return made;
  end $$`,
];
