import { EntitySchema } from '@mikro-orm/core';
import type { EntityClass } from '@mikro-orm/core';
import { columnOf } from './columns.ts';
import type { ColumnName } from './columns.ts';
import type { SqlValue } from './statement.ts';

/**
 * SQL that inserts what a query selects, by the names of columns: `insert into post (author_id, body) select $1, w.title`.
 * The caller adds where it is selected from.
 * @param values an SQL expression for each column; those that are left out get their default
 */
export function insertInto<Entity extends object>(
  entity: EntityClass<Entity>,
  values: Readonly<Partial<Record<ColumnName<Entity>, string>>>,
): string {
  const table = EntitySchema.REGISTRY.get(entity)?.meta.tableName;
  const names = Object.keys(values) as ColumnName<Entity>[];
  const columns = names.map((name) => columnOf(entity, name));
  return `insert into ${table} (${columns.join(', ')}) select ${names.map((name) => values[name]).join(', ')}`;
}

type NullableName<Row> = { [Name in keyof Row]: null extends Row[Name] ? Name : never }[keyof Row];

/** A row to be inserted: what may be null may be left out. */
export type Insertable<Row> = Omit<Row, NullableName<Row>> & Partial<Pick<Row, NullableName<Row>>>;

/** The parameters of a statement by name, so that nobody has to count them. */
interface NamedParameters<Name extends string> {
  /** `$1`, `$2` … for the text of the statement. */
  readonly at: Readonly<Record<Name, string>>;
  /** The values in the order in which the statement takes them; what is left out is null. */
  valuesOf(values: Readonly<Partial<Record<Name, SqlValue>>>): SqlValue[];
}

/** Numbers parameters in the order of their names. */
export function namedParameters<const Name extends string>(names: readonly Name[]): NamedParameters<Name> {
  const at = Object.fromEntries(names.map((name, i) => [name, `$${i + 1}`])) as Record<Name, string>;
  return { at, valuesOf: (values) => names.map((name) => values[name] ?? null) };
}
