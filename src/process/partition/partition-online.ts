import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

/** How a table with many rows becomes a partitioned one while the service uses it. */
export interface Partitioning {
  table: string;
  /** The column whose ranges are the partitions. */
  key: string;
  /** An expression of SQL for the first value that is not in the table yet, and will not be for a while. */
  bound: string;
  /** The indexes that the partitioned table has in another form than the table: `PREFIX_NAME on table …`. */
  indexes: readonly { name: string; unique: boolean; on: string }[];
  /** The function that puts the partitioned table in the place of the table. */
  swap: string;
}

/** For how many milliseconds a statement waits for a lock, and everybody else behind it; and the pause before the next attempt. */
const lockMs = 300;
const pauseMs = 1000;
/** The number of attempts before the command gives up, which takes some minutes. */
const attempts = 200;

/**
 * Makes a table the oldest partition of a new table of the same name. All rows stay where they are. What reads the rows (the
 * proof that all are below the bound, and indexes) lets reads and writes go on; what locks the table changes the
 * catalog only. A run that was interrupted is continued by the next one.
 * @param say is called with a sentence before each step
 * @returns whether there was something to do
 * @throws Error when a lock was not free in any of the attempts
 */
export async function partitionOnline(
  client: Client,
  plan: Partitioning,
  say: (sentence: string) => void,
): Promise<boolean> {
  const { table, key, bound } = plan;
  const before = `${table}_before`;
  if (await found(client, 'select is_partitioned($1) as is', [table])) return false;
  const isConstrained = `select exists (
    select from pg_constraint where conrelid = to_regclass($1) and conname = $2 and ($3 or convalidated)) as is`;
  if (!(await found(client, isConstrained, [table, before, true]))) {
    const { rows } = await client.query<{ bound: string }>(`select quote_literal(${bound}) as bound`);
    await patiently(
      client,
      `alter table ${table} add constraint ${before} check (${key} < ${rows[0]?.bound}) not valid`,
    );
  }
  if (!(await found(client, isConstrained, [table, before, false]))) {
    say(`${table}: reading all rows, to prove their bound`);
    await client.query(`alter table ${table} validate constraint ${before}`);
  }
  for (const { name, unique, on } of plan.indexes) {
    const index = `prepared_${name}`;
    const isValid = 'select exists (select from pg_index where indexrelid = to_regclass($1) and indisvalid) as is';
    if (await found(client, isValid, [index])) continue;
    say(`${table}: building ${name}`);
    // One whose building was interrupted is invalid.
    await client.query(`drop index concurrently if exists ${index}`);
    await client.query(`create ${unique ? 'unique ' : ''}index concurrently ${index} on ${table} ${on}`);
  }
  say(`${table}: replacing it`);
  await patiently(client, plan.swap);
  return true;
}

/** Runs a statement that locks a table for some milliseconds. As long as others hold it, it gives way, and tries again. */
async function patiently(client: Client, text: string): Promise<void> {
  for (let left = attempts - 1; ; left--) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}; ${text}; commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== '55P03' || left <= 0) throw error;
      await pause(pauseMs);
    }
  }
}

async function found(client: Client, text: string, values: unknown[]): Promise<boolean> {
  return (await client.query<{ is: boolean }>(text, values)).rows[0]?.is ?? false;
}
