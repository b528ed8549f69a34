import type { Sql } from '../support/run-sql.ts';

/** The tables of the service and of its jobs. Partitions of days are left out, since each day has others. */
const ours = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relname !~ '_\\d{4}_?\\d\\d_?\\d\\d$'`;
const table = `n.nspname || '.' || c.relname`;
const ofTables = `${table} as name, c.oid ${ours} and c.relkind in ('r', 'p')`;

/** For each kind of parts, a query for their names and definitions. */
const parts: Readonly<Record<string, string>> = {
  table: `select ${table} as name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions, c.relreplident) as definition ${ours} and c.relkind in ('r', 'p', 'v', 'm')`,
  column: `select t.name || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage,
      case when a.attcollation <> y.typcollation then a.attcollation::regcollation end) as definition
    from (select ${ofTables}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum`,
  index: `select t.name || ' ' || i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' invalid' end as definition
    from (select ${ofTables}) t join pg_index i on i.indrelid = t.oid`,
  constraint: `select t.name || ' ' || o.conname as name, pg_get_constraintdef(o.oid) || case when o.convalidated then '' else ' unproven' end as definition
    from (select ${ofTables}) t join pg_constraint o on o.conrelid = t.oid and o.contype <> 'n'`,
  trigger: `select t.name || ' ' || g.tgname as name, pg_get_triggerdef(g.oid) || ' ' || g.tgenabled::text as definition
    from (select ${ofTables}) t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal`,
  function: `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'pgboss') and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')`,
  statistics: `select s.stxname as name, pg_get_statisticsobjdef(s.oid) as definition from pg_statistic_ext s`,
  sequence: `select ${table} as name, pg_describe_object('pg_class'::regclass, coalesce(d.refobjid, 0), d.refobjsubid) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
    where n.nspname in ('public', 'pgboss') and c.relkind = 'S'`,
  extension: `select extname as name, '' as definition from pg_extension`,
  migration: `select name, '' as definition from migrations`,
};

/** A definition without casts and parentheses, which an expression has elsewhere when it has been read from a dump. */
function comparable(kind: string, definition: string): string {
  if (kind !== 'index' && kind !== 'constraint') return definition;
  return definition.replaceAll(/::(?:character varying|\w+)(?:\[\])?|[()]/g, '');
}

/** What a database consists of besides its rows: the definition of each part, by its kind and name. */
export async function shapeOf(sql: Sql): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [kind, query] of Object.entries(parts))
    for (const { name, definition } of await sql(query))
      found[`${kind} ${String(name)}`] = comparable(kind, String(definition));
  return found;
}

/** The rows of all tables as texts, by table. @param columns the columns to read of each; all of those of tables that are not in it */
export async function rowsOf(
  sql: Sql,
  columns: Readonly<Record<string, string[]>> = {},
): Promise<Map<string, string[]>> {
  const tables = await sql(
    `select ${table} as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
     group by 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name, columns: all } of tables) {
    const read = (columns[String(name)] ?? (all as string[])).map((column) => `"${column}"`).join(', ');
    const rows = await sql(`select to_jsonb(r)::text as row from (select ${read} from ${String(name)}) r order by 1`);
    found.set(
      String(name),
      rows.map(({ row }) => String(row)),
    );
  }
  return found;
}

/**
 * What a migration cannot make without reading or writing a whole table while it locks it, by name: the file in which each table and
 * index is stored, and the constraints that are proven.
 */
export async function storedOf(sql: Sql): Promise<Map<string, string>> {
  const found = await sql(
    `select ${table} as name, c.relfilenode::text as stored ${ours} and c.relkind = 'r'
     union all select t.name || ' ' || i.indexrelid::regclass, pg_relation_filenode(i.indexrelid)::text
       from (select ${ofTables}) t join pg_index i on i.indrelid = t.oid
     union all select t.name || ' ' || o.conname, 'proven'
       from (select ${ofTables}) t join pg_constraint o on o.conrelid = t.oid and o.contype in ('c', 'f') and o.convalidated`,
  );
  return new Map(found.map(({ name, stored }) => [String(name), String(stored)]));
}

/** The columns of all rows, by table, as far as there are rows. */
export function columnsOf(rows: ReadonlyMap<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    [...rows]
      .map(([name, [first]]) => [name, first === undefined ? [] : Object.keys(JSON.parse(first) as object)])
      .filter(([, columns]) => columns?.length),
  ) as Record<string, string[]>;
}
