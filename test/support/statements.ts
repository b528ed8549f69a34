import { jest } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';

/** The names of the statements that `work` runs outside of transactions, sorted. */
export async function countStatements(
  service: { database: Database },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const names: string[] = [];
  const { database } = service;
  const spies = (['all', 'one'] as const).map((method) => {
    const real = database[method] as (statement: Statement<unknown>, values: never[]) => Promise<unknown>;
    return jest.spyOn(database, method).mockImplementation(((statement: Statement<unknown>, values: never[]) => {
      if (!statement.name.startsWith('sweep_')) names.push(statement.name);
      return real(statement, values);
    }) as never);
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return names.sort();
}
