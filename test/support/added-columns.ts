/**
 * Adds a column, an optional text of nine characters, to the entities of a process that imports this first: each has it before anything is
 * made of it.
 */
import { defineEntity, EntitySchema, p } from '@mikro-orm/core';
import type { Service } from '../../src/server/server.ts';
import type { Sql } from './run-sql.ts';

/** The name in rows of the column that is added to a table. */
export const addedName = (table: string) =>
  `later_${table}`.replace(/_(.)/g, (_, first: string) => first.toUpperCase());
/** Its name in the database. */
export const addedColumn = (table: string) => `later_${table}`;

/** Tables without one: the compiler asks what becomes of a further figure, and the ORM has its own. */
const without: readonly string[] = ['stats', 'migrations'];
/** The tables that have one. */
export const tables: string[] = [];

const { REGISTRY } = EntitySchema;
const register = REGISTRY.set.bind(REGISTRY);
REGISTRY.set = (entity, schema) => {
  const table = schema.meta.tableName ?? '';
  if (!without.includes(table) && !tables.includes(table)) {
    tables.push(table);
    const added = { [addedName(table)]: p.string().length(9).nullable() };
    Object.assign(schema.meta.properties, defineEntity({ name: 'Added', properties: added }).meta.properties);
  }
  return register(entity, schema);
};

/** Starts the service on tables that have the columns. */
export async function serviceWithAddedColumns(): Promise<{ service: Service; sql: Sql }> {
  const { pino } = await import('pino');
  const { readConfig } = await import('../../src/platform/config.js');
  const { startService } = await import('../../src/server/server.js');
  const { runSql } = await import('./run-sql.js');
  const service = await startService(readConfig(process.env), pino({ level: 'fatal' }));
  const sql: Sql = (text, values) => runSql(service.database, text, values);
  for (const table of tables) await sql(`alter table ${table} add ${addedColumn(table)} varchar(9) null`);
  return { service, sql };
}

/** Prints what has lost a column, a line each, and ends the process. */
export function told(lost: Iterable<string>): never {
  for (const place of lost) console.log(place);
  process.exit(0);
}
