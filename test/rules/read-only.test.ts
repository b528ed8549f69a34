/** Statements that are declared as reads write nothing and lock nothing: the database carries them out in a transaction that may not. */
import { expect, test } from '@jest/globals';
import { statement } from '../../src/platform/database/statement.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { statementsOf } from '../support/all-statements.ts';
import { testService } from '../support/service.ts';

const { database } = await testService();
const statements = await statementsOf('domain', 'platform/database', 'web', 'demo', 'my-data', '../tools/take-over');
const readOnly = statement.read('test_read_only', 'set transaction read only');
const nothing = ({ text }: Statement<unknown>) =>
  Array.from({ length: Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))) }, () => null);

const volatileAmong = statement.read<{ name: string }>(
  'test_volatile_among',
  `select distinct proname as name from pg_proc where provolatile = 'v' and proname = any($1::text[]) order by 1`,
);

class Done extends Error {}

/** Nulls for the parameters are none for these, and the savepoint of the others does not exist. */
const unlikeNulls = /arrays containing NULLs|savepoint "\w+" does not exist/;

/** What the database says of the statement in a transaction that only reads; null when it carries it out. */
async function refusalOf(one: Statement<unknown>): Promise<string | null> {
  try {
    await database.transaction(async (tx) => {
      await tx.all(readOnly, []);
      await tx.all(one, nothing(one));
      throw new Done();
    });
  } catch (error) {
    if (!(error instanceof Done) && !unlikeNulls.test(String(error))) return `${one.name}: ${(error as Error).message}`;
  }
  return null;
}

test('each statement that is declared as a read is carried out in a transaction that only reads', async () => {
  const reads = statements.filter(({ writes, isUpkeep }) => !writes && !isUpkeep);
  expect(reads.length).toBeGreaterThan(250);
  const refused: string[] = [];
  for (const one of reads) refused.push(...([await refusalOf(one)].filter(Boolean) as string[]));
  expect(refused).toEqual([]);
});

/** Volatile functions that a read may call, and why. */
const harmless: Readonly<Record<string, string>> = {
  clock_timestamp: 'reads the clock',
  set_config: 'sets an option of the transaction, which ends with it',
};

/** The volatile functions of PostgreSQL and of the service that statements call: they may write, lock or notify. */
async function volatileIn(texts: readonly string[]): Promise<string[]> {
  const called = texts.flatMap((text) => Array.from(text.matchAll(/\b([a-z_]\w*)\s*\(/g), ([, name = '']) => name));
  return (await database.all(volatileAmong, [[...new Set(called)]])).map(({ name }) => name);
}

test('a read calls no function that may write, lock or notify', async () => {
  const reads = statements.filter(({ writes, isUpkeep }) => !writes && !isUpkeep);
  expect(await volatileIn(reads.map(({ text }) => text))).toEqual(Object.keys(harmless));
  const further = `select pg_advisory_xact_lock(1), pg_notify('a', ''), nextval('message_id_seq'), blocks_now(1, 2), lower('A')`;
  expect(await volatileIn([further])).toEqual(['blocks_now', 'nextval', 'pg_advisory_xact_lock', 'pg_notify']);
});

test('a statement that writes, or locks a row, is refused there', async () => {
  const texts = [
    'delete from live_log',
    'select id from users for update',
    'with d as (delete from post returning id) select * from d',
  ];
  for (const [i, text] of texts.entries())
    expect(await refusalOf(statement.read(`test_refused_${i}`, text))).toMatch(
      /read-only transaction|cannot do this right now/,
    );
});
