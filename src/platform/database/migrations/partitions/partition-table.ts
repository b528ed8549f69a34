/**
 * Functions that turn a table into a partitioned one without copying its rows: the table becomes the oldest partition.
 * The migration calls them for tables with few rows, and `npx runners partition` (`src/process/partition.ts`) for others.
 */
export const partitionTable = [
  // A table with more rows is not partitioned while the service starts, because that would lock it for too long.
  `create function is_small(name text) returns boolean language plpgsql as $$
  declare counted int;
  begin
    execute format('select count(*) from (select from %I limit 50001) first_rows', name) into counted;
    return counted <= 50000;
  end $$`,

  `create function is_partitioned(name text) returns boolean language sql stable as
    $$ select exists (select from pg_partitioned_table where partrelid = to_regclass(name)) $$`,

  // Replaces a table by a partitioned one of the same name, columns, indexes, foreign keys and triggers. The former table is
  // its first partition, NAME_before, of all rows whose key is below a bound. Only the catalog changes, within some
  // milliseconds, if there are a valid constraint NAME_before that proves the bound, and indexes prepared_NAME_… for those that
  // the partitioned table has in another form; otherwise the rows are read, and these indexes are made.
  `create function partition_table(name text, key text, upper text) returns void language plpgsql as $$
  declare
    former text := name || '_before';
    old oid;
    primary_key text;
    keeps_key boolean;
    item record;
    indexes text[];
    foreign_keys text[];
    triggers text[];
  begin
    execute format('lock table %I in access exclusive mode', name);
    old := name::regclass;
    if is_partitioned(name) then return; end if;

    select string_agg(quote_ident(a.attname), ', ' order by k.place), bool_or(a.attname = key) into primary_key, keeps_key
    from pg_index x, unnest(x.indkey) with ordinality k(number, place), pg_attribute a
    where x.indrelid = old and x.indisprimary and a.attrelid = old and a.attnum = k.number;
    if not keeps_key then primary_key := primary_key || ', ' || quote_ident(key); end if;
    indexes := array(
      select case when x.indisunique and not exists (
          select from pg_attribute a where a.attrelid = old and a.attname = key and a.attnum = any (x.indkey))
        then replace(pg_get_indexdef(x.indexrelid), 'CREATE UNIQUE', 'CREATE') else pg_get_indexdef(x.indexrelid) end
      from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = old and not x.indisprimary and c.relname not like 'prepared\\_%');
    foreign_keys := array(select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = old and contype = 'f');
    triggers := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = old and not tgisinternal);

    for item in select tgname from pg_trigger where tgrelid = old and not tgisinternal loop
      execute format('drop trigger %I on %I', item.tgname, name);
    end loop;
    for item in select c.relname from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = old and c.relname not like 'prepared\\_%' loop
      execute format('alter index %I rename to %I', item.relname, replace(item.relname, name, former));
    end loop;
    execute format('alter table %I rename to %I', name, former);
    execute format('create table %I (like %I including all excluding indexes) partition by range (%I)', name, former, key);
    execute format('alter table %I drop constraint if exists %I', name, former);
    if not keeps_key then
      execute format('alter table %I drop constraint %I', former, former || '_pkey');
      if to_regclass('prepared_' || name || '_pkey') is null then
        execute format('alter table %I add primary key (%s)', former, primary_key);
      else
        execute format('alter table %I add constraint %I primary key using index %I',
          former, former || '_pkey', 'prepared_' || name || '_pkey');
      end if;
    end if;
    execute format('alter table %I add primary key (%s)', name, primary_key);
    for i in 1 .. cardinality(indexes) loop execute indexes[i]; end loop;
    for i in 1 .. cardinality(foreign_keys) loop execute foreign_keys[i]; end loop;
    for i in 1 .. cardinality(triggers) loop execute triggers[i]; end loop;
    for item in select d.objid::regclass as sequence, a.attname from pg_depend d
      join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_attribute a on a.attrelid = old and a.attnum = d.refobjsubid
      where d.refobjid = old and d.deptype = 'a' loop
      execute format('alter sequence %s owned by %I.%I', item.sequence, name, item.attname);
    end loop;

    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, former, upper);
    execute format('alter table %I drop constraint if exists %I', former, former);
    -- Unique indexes that could not be part of the partitioned table: it has them in another form.
    for item in select c.relname from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = old and not c.relispartition loop
      execute format('drop index %I', item.relname);
    end loop;
    for item in select c.relname from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indrelid = old and c.relname like 'prepared\\_%' loop
      execute format('alter index %I rename to %I',
        item.relname, replace(replace(item.relname, 'prepared_', ''), name, former));
    end loop;
  end $$`,

  // Adds a partition with the storage settings of the others. Attaching a table that exists locks the partitioned table less
  // than creating the partition in it would: reads and writes go on.
  `create function add_partition(parent text, name text, lower text, upper text) returns void language plpgsql as $$
  declare settings text;
  begin
    select array_to_string(c.reloptions, ', ') into settings from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.reloptions is not null limit 1;
    execute format('create table %I (like %I including all excluding indexes) %s',
      name, parent, 'with (' || settings || ')');
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, lower, upper);
  end $$`,

  // The partitions of a table with their upper bounds. A default partition, and one without a bound, have none.
  `create function partitions_of(parent text) returns table (name text, upper text) language sql stable as $$
    select c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) from $r$TO \\('?([^')]*)'?\\)$r$)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(parent) $$`,
];
