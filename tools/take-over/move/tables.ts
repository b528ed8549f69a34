/** Runs SQL on either database; every value of a row is text or null. */
export type Run = (text: string, values?: unknown[]) => Promise<Record<string, string | null>[]>;

/** A table, with what is needed to copy its rows as text. */
export interface Table {
  /** The quoted name with its schema. */
  name: string;
  /** The columns that are stored and not computed, with their types. */
  columns: { name: string; type: string }[];
}

/** The tables of the service, and those of the jobs that have content worth taking along. */
const tablesText = `
  select format('%I.%I', n.nspname, c.relname) as name,
    json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)::text
      as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (n.nspname = 'public' and c.relname <> 'migrations' or n.nspname = 'pgboss' and c.relname in ('queue', 'job'))
  group by 1 order by 1`;

export async function tablesOf(run: Run): Promise<Table[]> {
  return (await run(tablesText)).map(({ name, columns }) => ({
    name: String(name),
    columns: JSON.parse(String(columns)) as Table['columns'],
  }));
}

/** The number of rows, and a checksum that does not depend on their order. Both databases compute it in the same way. */
export async function contentOf(run: Run, { name, columns }: Table): Promise<string> {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`;
  const [found] = await run(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(${row}), 15))::bit(60)::bigint), 0)::text as sum from ${name}`,
  );
  return `${found?.['rows']} rows, checksum ${found?.['sum']}`;
}

/** The sequences of the service, with the position of each. */
export async function sequencesOf(run: Run): Promise<{ name: string; last: string }[]> {
  const found = await run(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null and sequencename <> 'migrations_id_seq' order by 1`,
  );
  return found as { name: string; last: string }[];
}
