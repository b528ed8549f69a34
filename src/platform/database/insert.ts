import { EntitySchema } from '@mikro-orm/core';
import type { EntityClass } from '@mikro-orm/core';
import { columnOf } from './columns.ts';
import type { ColumnName } from './columns.ts';
import type { SqlValue } from '@runners/postgres';

/**
 * The SQL that inserts what a query selects, by the names of columns: `insert into post (author_id, body) select $1,
 * w.title`. The caller adds the `from` clause.
 * @param values an SQL expression for each column; omitted columns get their default
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

/** A row to be inserted. Nullable columns may be omitted. */
export type Insertable<Row> = Omit<Row, NullableName<Row>> & Partial<Pick<Row, NullableName<Row>>>;

/** The parameters of a statement by name instead of number. */
interface NamedParameters<Name extends string> {
  /** `$1`, `$2` … for the text of the statement. */
  readonly at: Readonly<Record<Name, string>>;
  /** The values in the order of the parameters. Omitted values are null. */
  valuesOf(values: Readonly<Partial<Record<Name, SqlValue>>>): SqlValue[];
}

/** Numbers the parameters in the order of their names. */
export function namedParameters<const Name extends string>(names: readonly Name[]): NamedParameters<Name> {
  const at = Object.fromEntries(names.map((name, i) => [name, `$${i + 1}`])) as Record<Name, string>;
  return { at, valuesOf: (values) => names.map((name) => values[name] ?? null) };
}
