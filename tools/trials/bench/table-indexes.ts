import type { Client } from 'pg';

interface Definition {
  drop: string;
  create: string;
}

const constraints = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('f', 'p', 'u') and conrelid::regclass::text <> 'migrations'
    and conrelid in (select oid from pg_class where relkind = 'r' and not relispartition)
  order by contype = 'f' desc, conname`;

const indexes = `
  select format('drop index %I', indexname) as drop, indexdef as create from pg_indexes i
  where schemaname = 'public'
  and exists (select from pg_class where oid = format('%I.%I', i.schemaname, i.tablename)::regclass and relkind = 'r' and not relispartition)
  and not exists (
    select 1 from pg_constraint c where c.conindid = format('%I.%I', i.schemaname, i.indexname)::regclass)
  order by indexname`;

/**
 * Drops every key and index for a bulk load, except those of partitioned tables.
 * @returns what puts them back, as they were
 */
export async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const keys = (await client.query<Definition>(constraints)).rows;
  const others = (await client.query<Definition>(indexes)).rows;
  for (const { drop } of [...keys, ...others]) await client.query(drop);
  return async () => {
    // Primary keys before the foreign keys that lean on them.
    for (const { create } of [...others, ...keys.reverse()]) await client.query(create);
  };
}
