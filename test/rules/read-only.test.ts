/** Statements that are declared as reads write nothing and lock nothing: the database carries them out in a transaction that may not. */
import { expect, test } from '@jest/globals';
import { statement } from '../../src/platform/database/statement.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { statementsOf } from '../support/all-statements.ts';
import { testService } from '../support/service.ts';

const { database } = await testService();
const statements = await statementsOf('domain', 'platform/database', 'web', 'demo', 'take-over');
const readOnly = statement.read('test_read_only', 'set transaction read only');
const nothing = ({ text }: Statement<unknown>) =>
  Array.from({ length: Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))) }, () => null);

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
