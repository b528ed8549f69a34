import { EntitySchema } from '@mikro-orm/core';
import { entities } from '../../../src/wiring/entities.ts';
import { storedLengths } from '../../../src/domain/rules/stored-lengths.ts';
import { privacyAfter } from '../../../src/domain/rules/privacy-after.ts';
import { factsOf } from '../../../src/platform/database/columns.ts';
import type { FileName, Fields } from '../bundle/field.ts';
import { files } from '../bundle/files.ts';
import type { Row } from './kind.ts';

/** The privacy of a row of a workout, post or route, also while staff hide it. */
export const privacyOf = (row: string) => `coalesce(${row}.hidden_privacy, ${row}.privacy)`;

/** How the columns of a table differ from the fields of a bundle. */
interface Differences {
  /** Of columns that take a field with another name, that name. A relation `user_id` takes the field `user`. */
  fields?: Readonly<Record<string, string>>;
  /** Of columns that have another name in rows, that name. */
  keys?: Readonly<Record<string, string>>;
  /** Columns that are made of several fields, of a file or of what is known here: rows have them as well. */
  made?: readonly string[];
  /** SQL of what is stored in a column, of the row `r`. Otherwise it is the value of the row. */
  values?: Readonly<Record<string, string>>;
  /** Columns that are not filled although the bundle has a field with their name, with the reason. */
  without?: Readonly<Record<string, string>>;
}

/** The lengths of texts that are shortened. Others are of words that the bundle has in a form, which are refused. */
const shortened: readonly (number | undefined)[] = Object.values(storedLengths);

/** The condition that the record `id` of a file was taken over. */
export function isOurs(name: FileName, id: string): string {
  return `exists (select 1 from taken_record k where k.kind = '${name}' and k.id = ${id})`;
}

/**
 * What a bundle fills of a table: the columns of its entity of which the bundle has a field, and those that are made. All others are this
 * service's own, and stay as they are.
 */
export class Table {
  readonly name: string;
  /** The columns that are filled: the name in rows, if they have it, the field that it takes as it is, and SQL of what is stored, of the row `r`. */
  readonly columns: readonly { name: string; type: string; key: string | null; field: string | null; value: string }[];
  /** The most characters of the short texts of rows, by their names. */
  readonly lengths: readonly (readonly [string, number])[];
  readonly moments: readonly string[];
  readonly #file: FileName | null;

  /** @param of the file whose records are its rows, or the fields of a record within one */
  constructor(
    name: string,
    of: FileName | Fields,
    { fields: others = {}, keys = {}, made = [], values = {}, without = {} }: Differences = {},
  ) {
    const entity = entities.find((one) => EntitySchema.REGISTRY.get(one)?.meta.tableName === name);
    const fields: Fields = typeof of === 'string' ? files[of].fields : of;
    [this.name, this.#file] = [name, typeof of === 'string' ? of : null];
    const all = factsOf<object>(entity!).filter(({ column }) => column !== 'id' && !(column in without));
    this.columns = all.flatMap(({ column, type }) => {
      const isMade = made.includes(column);
      const field = [others[column], column, column.replace(/_id$/, '')].find(
        (one) => one !== undefined && one in fields,
      );
      const key = isMade || field !== undefined ? (keys[column] ?? column) : null;
      if (key === null && !(column in values)) return [];
      const value = values[column] ?? (type === 'bytea' ? `decode(r.${key}, 'hex')` : `r.${key}`);
      return [{ name: column, type, key, field: isMade ? null : (field ?? null), value }];
    });
    this.lengths = all.flatMap(({ column, length }) =>
      shortened.includes(length) ? [[column, length!] as const] : [],
    );
    this.moments = all.filter(({ type }) => /^date$|^timestamp/.test(type)).map(({ column }) => column);
  }

  /** The columns of rows with their types, for `rows`. Bytes are hexadecimal digits in them. */
  get typed(): string[] {
    const given = this.columns.filter(({ key }) => key !== null);
    return given.map(({ key, type }) => `${key} ${type === 'bytea' ? 'text' : type}`);
  }

  /** What a row takes of a record as it is. */
  rowOf(record: object): Row {
    const given = record as Row;
    const taken = this.columns.flatMap(({ key, field }) => (field === null ? [] : [[key, given[field]] as const]));
    return { ...(Object.fromEntries(taken) as object), id: given.id };
  }

  /** Inserts rows. @param from a clause with the rows `r` @param id begins the list of columns, if the id is that of the bundle */
  insert(from: string, id = ''): string {
    const [names, values] = [this.columns.map(({ name }) => name), this.columns.map(({ value }) => value)];
    return `insert into ${this.name} (${id}${names.join(', ')}) select ${id && 'r.'}${id}${values.join(', ')} ${from}`;
  }

  /**
   * Inserts rows, or gives those that are there the values of the bundle, but in a column that they keep. Where they are records of a
   * file, rows of others are left alone.
   */
  upsert(from: string, kept?: string): string {
    const assigned = this.columns.flatMap(({ name }) => {
      if (name === 'privacy') return privacyAfter('excluded.privacy', `${this.name}.`);
      return name === kept ? [] : `${name} = excluded.${name}`;
    });
    const end = this.#file ? ` where ${isOurs(this.#file, `${this.name}.id`)} returning id` : '';
    return `${this.insert(from, 'id, ')} on conflict (id) do update set ${assigned.join(', ')}${end}`;
  }

  /** What is read back of the rows of an alias, by the names of rows. */
  read(alias: string): Readonly<Record<string, string>> {
    const read = this.columns.map(({ name, key, type }) => {
      const column = `${alias}.${name}`;
      return [
        key ?? name,
        name === 'privacy' ? privacyOf(alias) : type === 'bytea' ? `encode(${column}, 'hex')` : column,
      ];
    });
    return Object.fromEntries(read) as Record<string, string>;
  }
}
