import type { Logger } from 'pino';
import type { Transaction } from '@runners/postgres';
import { ConfigError } from '../config.ts';
import { version } from '../version.ts';
import type { Database } from './database.ts';
import { refusalOf } from './migration-names.ts';
import { statement } from './statement.ts';

/** The lock is held until the transaction ends. */
const lockStart = statement.write<{ locked: string }>(
  'lock_start',
  `select pg_advisory_xact_lock(1917, 1)::text as locked`,
);

/** The version that has upgraded the database last, as the comment of the table of migrations has it; 1.0.0 has written none. */
export const upgradedBy = statement.read<{ version: string | null }>(
  'upgraded_by',
  `select obj_description(to_regclass('migrations'), 'pg_class') as version`,
);

/** A schema with tables of the service that the database or the role has in its own search path (decisions P20). */
const otherSchema = statement.read<{ name: string }>(
  'other_schema',
  `select n.nspname as name from pg_db_role_setting s cross join unnest(s.setconfig) c(setting)
   join pg_namespace n on n.nspname = any(string_to_array(regexp_replace(c.setting, '^search_path=|[" ]', '', 'g'), ','))
   where c.setting like 'search_path=%' and n.nspname <> all(current_schemas(false))
     and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
     and s.setrole in (0, (select oid from pg_roles where rolname = current_user))
     and to_regclass(format('%I.migrations', n.nspname)) is not null and to_regclass(format('%I.friend_edge', n.nspname)) is not null`,
);

/**
 * Applies the missing migrations, all or none. Returns how many a database got that had some already: 0 for a new one.
 * @throws ConfigError when another version of the service has made the database, so that this one cannot use it, and when the tables are
 * in another schema
 */
export async function migrate(database: Database, log?: Pick<Logger, 'info'>): Promise<number> {
  const pending = (await database.orm.migrator.getPending()).length;
  const applied = await appliedMigrations(database);
  const refusal = refusalOf(applied, (await database.one(upgradedBy, []))?.version ?? null);
  if (refusal) throw new ConfigError(`${database.kind === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL'}: ${refusal}`);
  if (pending === 0) return 0;
  const elsewhere = applied.length === 0 ? await database.one(otherSchema, []) : undefined;
  if (elsewhere)
    throw new ConfigError(`DATABASE_URL: the tables are in the schema ${elsewhere.name}; rename this schema to public`);
  await applyMigrations(database, undefined, async (tx) => {
    const em = await tx.em();
    const comment = `comment on table migrations is '${version}'`;
    await em.getConnection().execute(comment, [], 'run', em.getTransactionContext());
  });
  if (applied.length === 0) return 0;
  log?.info({ migrations: pending }, 'the database was migrated');
  return pending;
}

/**
 * Applies migrations in one transaction, all or none.
 * @param names which; all that are missing without it
 * @param last what happens in the transaction when they are applied
 */
export function applyMigrations<Result>(
  database: Database,
  names: readonly string[] | undefined,
  last: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async (tx) => {
      const transaction = (await tx.em()).getTransactionContext();
      await database.orm.migrator.up({ transaction, ...(names && { migrations: [...names] }) });
      return last(tx);
    },
    { unhurried: true },
  );
}

/** The names of the migrations that a database has. */
export async function appliedMigrations(database: Database): Promise<string[]> {
  return (await database.orm.migrator.getExecuted()).map(({ name }) => name);
}

/** Whether every migration is applied. It creates the table of migrations, on a connection of its own, if there is none. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await database.orm.migrator.getPending()).length === 0;
}

/**
 * Runs work that only one process at a time may do with a database, such as creating its tables. Other processes wait.
 */
export function alone<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  // The embedded database belongs to one process.
  if (database.kind === 'embedded') return work();
  return database.transaction(
    async (tx) => {
      await tx.one(lockStart, []);
      return work();
    },
    { unhurried: true },
  );
}
