import type { Queries } from '@runners/postgres';
import { readConfig } from '../../platform/config.ts';
import { applyMigrations, isMigrated, upgradedBy } from '../../platform/database/migrate.ts';
import { migrationNames, refusalOf } from '../../platform/database/migration-names.ts';
import { statement } from '../../platform/database/statement.ts';
import { version } from '../../platform/version.ts';
import { openDatabase } from '../../wiring/open-database.ts';
import { failed, passed } from './check.ts';
import type { Finding } from './check.ts';

/** Bytes that a migration is taken to read or write in a second. */
const pace = 50e6;

/**
 * What migrations do to a table that was there before: they change rows of it, lock it for a moment, or lock it while it is rewritten, gets an
 * index, or is searched for what contradicts a constraint.
 */
interface Effect {
  name: string;
  kind: 'changed' | 'locked' | 'whole';
  /** Its size with its indexes. */
  bytes: number;
}

/** The size of a table with its indexes in bytes. `$1` is its name. */
const sizeOf = statement.read<{ bytes: number | null }>(
  'table_size',
  'select pg_total_relation_size(to_regclass($1))::float8 as bytes',
);

/** A table, and what others notice of this transaction. */
interface Table {
  name: string;
  /** Its file, indexes, proven constraints, and columns that are not null. */
  parts: string[];
  /** The number of its last column. */
  columns: number;
  lock: 'changed' | 'locked' | null;
}

const tables = statement.read<Table>(
  'tables_and_locks',
  `select c.oid::regclass::text as name, array_to_json(array(
       select 'file ' || c.relfilenode union all select 'index ' || indexrelid from pg_index where indrelid = c.oid
       union all select 'constraint ' || oid from pg_constraint where conrelid = c.oid and contype in ('c', 'f') and convalidated
       union all select 'column ' || attnum from pg_attribute where attrelid = c.oid and attnotnull)) as parts,
     (select max(attnum)::int from pg_attribute where attrelid = c.oid) as columns,
     (select case when bool_or(mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) then 'locked'
       when bool_or(mode = 'RowExclusiveLock') then 'changed' end from pg_locks where relation = c.oid and pid = pg_backend_pid()) as lock
   from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
);

/**
 * Checks whether the database has the migrations of this version. Those that a start would apply are listed, with the tables that they
 * lock and for about how long.
 */
export async function checkMigrations(applied: readonly string[], database: Pick<Queries, 'one'>): Promise<Finding[]> {
  const start = 'Start the service, which applies them.';
  if (applied.length === 0) return [failed('migrations', 'No migration has been applied', start)];
  const refusal = refusalOf(applied, (await database.one(upgradedBy, []))?.version ?? null);
  if (refusal) {
    const [reason, advice] = refusal.split('; ');
    return [failed('migrations', `This version cannot use them: ${reason}`, `Please ${advice}.`)];
  }
  const missing = migrationNames.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    const what = `${missing.length} of ${migrationNames.length} migrations of version ${version} are missing`;
    const effects = await effectsOf(applied, missing, database);
    return [failed('migrations', `${what} (${missing.join(', ')})`, `${start} ${sentenceOf(effects)}`)];
  }
  const more = applied.length - migrationNames.length;
  const later = more > 0 ? `, and ${more} of a later version` : '';
  return [passed('migrations', `All ${migrationNames.length} migrations are applied${later}`)];
}

/**
 * Makes an empty database in the memory with the migrations that were applied, applies those that are missing, and looks what they lock.
 * @param database whose tables have the sizes
 */
async function effectsOf(
  applied: readonly string[],
  missing: readonly string[],
  database: Pick<Queries, 'one'>,
): Promise<Effect[]> {
  const empty = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
  try {
    // This makes the table of migrations.
    await isMigrated(empty);
    const known = migrationNames.filter((name) => applied.includes(name));
    const before = await applyMigrations(empty, known, (tx) => tx.all(tables, []));
    const after = await applyMigrations(empty, missing, (tx) => tx.all(tables, []));
    const effects: Effect[] = [];
    for (const table of before) {
      const now = after.find(({ name }) => name === table.name);
      const kind = now ? kindOf(table, now) : 'locked';
      if (kind && table.name !== 'migrations')
        effects.push({ name: table.name, kind, bytes: (await database.one(sizeOf, [table.name]))?.bytes ?? 0 });
    }
    return effects;
  } finally {
    await empty.close();
  }
}

function kindOf(before: Table, now: Table): Effect['kind'] | null {
  const isNewColumn = (part: string) => Number(/^column (\d+)$/.exec(part)?.[1] ?? 0) > before.columns;
  const isRead = now.parts.some((part) => !before.parts.includes(part) && !isNewColumn(part));
  return now.lock === 'locked' && isRead ? 'whole' : now.lock;
}

function sentenceOf(effects: readonly Effect[]): string {
  if (effects.length === 0) return 'They lock no table.';
  const of = (kind: Effect['kind']) => effects.filter((one) => one.kind === kind);
  const named = (kind: Effect['kind']) =>
    of(kind)
      .map(({ name }) => name)
      .join(', ');
  const bytes = of('whole').reduce((sum, one) => sum + one.bytes, 0);
  const time = `for about ${Math.ceil(bytes / pace)} s`;
  return [
    named('changed') && `They change rows of ${named('changed')}.`,
    named('locked') && `They lock for a moment: ${named('locked')}.`,
    named('whole') &&
      `They lock while they read or write it whole (${Math.ceil(bytes / 1e6)} MB, ${time}): ${named('whole')}.`,
  ]
    .filter((one) => one !== '')
    .join(' ');
}
