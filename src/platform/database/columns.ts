import { EntitySchema, ReferenceKind, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { EntityClass, Opt, PrimaryKeyProp, Type } from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { Sql } from './sql.ts';

/**
 * The columns of an entity as statements read and write them. A null in the database is `null`, a moment is a text (ISO
 * 8601, microseconds, `Z`), and a relation `user` is the column `userId` with the id of the other row.
 */
export type Stored<Entity> = {
  [Property in keyof Entity & string as NameOf<Property, Entity[Property]>]-?: Plain<Entity[Property]>;
};

/** Whether it is another entity. JSON, which can have any names, is not. */
type IsRelation<Value> = string extends keyof Value
  ? false
  : Value extends { [PrimaryKeyProp]?: unknown }
    ? true
    : false;
type NameOf<Name extends string, Value> = true extends IsRelation<NonNullable<Value>> ? `${Name}Id` : Name;
type Plain<Value> = Value extends null | undefined
  ? null
  : Value extends Date
    ? string
    : IsRelation<Value> extends true
      ? number
      : Unmarked<Value>;
/** The type without the marker of properties that have a default. */
type Unmarked<Value> = Value extends Opt<infer Inner> ? Inner : Value;

/** The names of columns as rows have them. */
export type ColumnName<Entity> = keyof Stored<Entity> & string;

/** The metadata of a property. The ORM completes them when it opens the database. */
interface Property {
  kind?: ReferenceKind;
  fieldName?: string;
  type?: Type | (new () => Type);
  columnType?: string;
  columnTypes?: readonly string[];
  length?: number;
  nullable?: boolean;
  default?: unknown;
  primary?: boolean;
  entity?: () => EntityClass<object>;
}

const naming = new UnderscoreNamingStrategy();
const known = new Map<unknown, ReadonlyMap<string, string>>();

function propertiesOf(entity: EntityClass<object>): Readonly<Record<string, Property>> {
  const properties = EntitySchema.REGISTRY.get(entity)?.meta.properties;
  if (!properties) throw new Error(`${entity.name} is no entity`);
  return properties as unknown as Record<string, Property>;
}

/** The columns of an entity in its order, from their names in rows to those in the database. */
function columnsByName(entity: EntityClass<object>): ReadonlyMap<string, string> {
  let columns = known.get(entity);
  if (!columns) {
    columns = new Map(
      Object.entries(propertiesOf(entity)).map(([name, { kind, fieldName }]) =>
        kind === ReferenceKind.MANY_TO_ONE || kind === ReferenceKind.ONE_TO_ONE
          ? [`${name}Id`, fieldName ?? naming.joinColumnName(name)]
          : [name, fieldName ?? naming.propertyToColumnName(name)],
      ),
    );
    known.set(entity, columns);
  }
  return columns;
}

/** What the metadata of an entity say of a column. */
export interface ColumnFacts {
  name: string;
  /** The name in the database. */
  column: string;
  /** The type in the database, without lengths and places. */
  type: string;
  length: number | undefined;
  /** What is stored where no value is stated; undefined where one has to be. */
  fallback: unknown;
}

const platform = new PostgreSqlPlatform();

/** The type of a relation is that of the key to which it leads. */
function typeOf(property: Property): string {
  const { type, columnType, columnTypes: [stated = columnType] = [], entity } = property;
  if (stated === undefined && entity) return typeOf(Object.values(propertiesOf(entity())).find((one) => one.primary)!);
  const made = typeof type === 'function' ? new type() : type!;
  return (stated ?? made.getColumnType({ ...property, autoincrement: false } as never, platform)).split('(')[0]!;
}

/** What the metadata say of each column of an entity, in its order. */
export function factsOf<Entity extends object>(entity: EntityClass<Entity>): ColumnFacts[] {
  const properties = Object.values(propertiesOf(entity));
  return [...columnsByName(entity)].map(([name, column], i) => {
    const { length, nullable, default: fallback = nullable ? null : undefined } = properties[i]!;
    return { name, column, type: typeOf(properties[i]!), length, fallback };
  });
}

/** The columns of an entity by their names in rows, in the order of the entity, without some of them. */
export function columnsOf<Entity extends object, Left extends ColumnName<Entity> = never>(
  entity: EntityClass<Entity>,
  { without = [] }: { without?: readonly Left[] } = {},
): Exclude<ColumnName<Entity>, Left>[] {
  const left: readonly string[] = without;
  return [...columnsByName(entity).keys()].filter((name) => !left.includes(name)) as Exclude<
    ColumnName<Entity>,
    Left
  >[];
}

/** The name of a column in the database. @throws Error when the entity has no such column */
export function columnOf<Entity extends object>(entity: EntityClass<Entity>, name: ColumnName<Entity>): string {
  const column = columnsByName(entity).get(name);
  if (!column) throw new Error(`${entity.name} has no column ${name}`);
  return column;
}

const longTextsOf = new Map<EntityClass<object>, Readonly<Record<string, number>>>();

/** Says which columns of an entity have long texts, with the most bytes of each. What reads them for an answer is bounded. */
export function declareLongTexts<Entity extends object>(
  entity: EntityClass<Entity>,
  bytes: Readonly<Partial<Record<ColumnName<Entity>, number>>>,
): void {
  longTextsOf.set(entity, bytes as Readonly<Record<string, number>>);
}

/** The long texts of an entity. */
export function longTexts(entity: EntityClass<object>): Readonly<Record<string, number>> {
  return longTextsOf.get(entity) ?? {};
}

/**
 * The SQL of a list of columns as they are named in a row, `w.id, w.run_date as "runDate"`.
 * @param alias of the table in the statement; empty for none
 * @param prefix distinguishes several rows in one: `workout` gives `"workoutRunDate"`
 * @throws Error when one of them has long texts, for which there is `selectedTexts`
 */
export function selected<Entity extends object>(
  entity: EntityClass<Entity>,
  alias: string,
  names: readonly ColumnName<Entity>[],
  prefix = '',
): string {
  const { text, texts } = selectedTexts(entity, alias, names, prefix);
  if (texts) throw new Error(`${entity.name} has long texts among ${names.join(', ')}`);
  return text;
}

/** `selected` with long texts among the columns. */
export function selectedTexts<Entity extends object>(
  entity: EntityClass<Entity>,
  alias: string,
  names: readonly ColumnName<Entity>[],
  prefix = '',
): Sql {
  const bytes = longTexts(entity);
  const columns: Record<string, number> = {};
  const text = names.map((name) => {
    const column = columnOf(entity, name);
    const shown = prefixed(prefix, name);
    if (bytes[name] !== undefined) columns[shown] = bytes[name];
    return `${alias && `${alias}.`}${column}${shown === column ? '' : ` as "${shown}"`}`;
  });
  return new Sql(text.join(', '), { columns });
}

/** A name behind a prefix, in camel case. */
export function prefixed(prefix: string, name: string): string {
  return prefix === '' ? name : prefix + name.charAt(0).toUpperCase() + name.slice(1);
}

/** A row of which every name has a prefix. */
export type Prefixed<Row, Prefix extends string> = {
  [Name in keyof Row & string as `${Prefix}${Capitalize<Name>}`]: Row[Name];
};
