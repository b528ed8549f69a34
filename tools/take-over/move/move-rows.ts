import type { PGlite } from '@electric-sql/pglite';
import type { Client } from 'pg';
import { Sentence } from '../../../src/process/command.ts';
import { contentOf, sequencesOf, tablesOf } from './tables.ts';
import type { Run, Table } from './tables.ts';

/** The number of rows that are read at a time, and the number of characters above which they are written. */
const together = { rows: 500, characters: 4_000_000 } as const;

/** Tables that a new database has rows in. They are replaced. */
const startingRows = new Set(['public.live_log', 'public.live_epoch', 'pgboss.queue']);

/** Both databases write dates, numbers and bytes in the same form. */
const settings = `set time zone 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set intervalstyle = 'postgres'`;

/**
 * Copies all rows, jobs and sequences of the embedded database to a migrated PostgreSQL database without any, in one
 * transaction, and compares the number of rows and a checksum of each table before the commit.
 * @returns a line for each table
 * @throws Sentence if the target has rows, or differs afterwards; nothing has changed then
 */
export async function moveRows(source: PGlite, target: Client): Promise<string[]> {
  await source.exec(settings);
  await target.query(`${settings}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  const from: Run = async (text, values) => (await source.query<Record<string, string | null>>(text, values)).rows;
  const to: Run = async (text, values) => (await target.query<Record<string, string | null>>(text, values)).rows;
  const tables = await tablesOf(from);
  await target.query('begin');
  try {
    const there = new Map((await tablesOf(to)).map((table) => [table.name, table]));
    for (const table of tables) checkColumns(table, there.get(table.name));
    // Nobody else writes to them until the commit.
    await target.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`);
    for (const { name } of tables)
      if (startingRows.has(name)) await target.query(`delete from ${name}`);
      else if ((await to(`select 1 from ${name} limit 1`)).length > 0)
        throw new Sentence(`--to: ${name} has rows; the target must be a new database`);
    const lines = await withoutChecks(to, tables, async () => {
      for (const table of tables) await copyTable(source, to, table);
      for (const { name, last } of await sequencesOf(from)) await to('select setval($1, $2)', [name, last]);
      return compare(from, to, tables);
    });
    await target.query('commit');
    return lines;
  } catch (error) {
    await target.query('rollback').catch(() => {});
    throw error;
  }
}

function checkColumns(table: Table, there: Table | undefined): void {
  const missing = table.columns.find(
    (one) => !there?.columns.some(({ name, type }) => name === one.name && type === one.type),
  );
  if (missing) throw new Sentence(`--to: ${table.name} has no column ${missing.name} of the type ${missing.type}`);
}

/**
 * Runs `work` without triggers, which would change counters and announce events again, and without foreign keys, which are
 * checked for all rows at the end. Both need no other rights than those of the owner of the tables.
 */
async function withoutChecks<T>(to: Run, tables: readonly Table[], work: () => Promise<T>): Promise<T> {
  const keys = await to(
    `select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as is from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  for (const { of, name } of keys) await to(`alter table ${of} drop constraint ${name}`);
  for (const { name } of tables) await to(`alter table ${name} disable trigger user`);
  const done = await work();
  for (const { name } of tables) await to(`alter table ${name} enable trigger user`);
  for (const { of, name, is } of keys) await to(`alter table ${of} add constraint ${name} ${is}`);
  return done;
}

/** Copies the rows as text, so that every value arrives as it is. */
async function copyTable(source: PGlite, to: Run, { name, columns }: Table): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, i) => `v${i}::${type}`).join(', ');
  const arrays = columns.map((_column, i) => `$${i + 1}::text[]`).join(', ');
  const aliases = columns.map((_column, i) => `v${i}`).join(', ');
  const insert = `insert into ${name} (${names}) select ${values} from unnest(${arrays}) r(${aliases})`;
  await source.transaction(async (tx) => {
    await tx.query(
      `declare moved no scroll cursor for select ${columns.map((one) => `${one.name}::text`).join(', ')} from ${name}`,
    );
    for (;;) {
      const { rows } = await tx.query<(string | null)[]>(`fetch ${together.rows} from moved`, [], { rowMode: 'array' });
      if (rows.length === 0) break;
      for (const some of inParts(rows))
        await to(
          insert,
          columns.map((_column, i) => some.map((row) => row[i] ?? null)),
        );
    }
  });
}

/** Rows in parts of limited size. A row with more characters is a part of its own. */
function* inParts(rows: readonly (string | null)[][]): Generator<(string | null)[][]> {
  let part: (string | null)[][] = [];
  let size = 0;
  for (const row of rows) {
    const length = row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (part.length > 0 && size + length > together.characters) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(row);
    size += length;
  }
  if (part.length > 0) yield part;
}

async function compare(from: Run, to: Run, tables: readonly Table[]): Promise<string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const [before, after] = [await contentOf(from, table), await contentOf(to, table)];
    if (before !== after)
      throw new Sentence(`${table.name} differs: ${before} before, ${after} after; nothing was moved`);
    lines.push(`${table.name}: ${after}`);
  }
  return lines;
}
