import type { DocumentNode } from 'graphql';
import type { TadaDocumentNode } from 'gql.tada';
import type { WireMapping } from '@runners/wire';
import type { introspection_types } from '../../schema/introspection.d.ts';
import type { Fields, RecordDescription, RecordName } from '../contract/description.ts';
import { graphql } from '../graphql.ts';
import { fieldsIn } from './column.ts';
import type { Column } from './column.ts';

type Types = introspection_types;
export type TypeName = keyof Types;

/** A type as the schema writes it: `String!`, `[User!]!`. */
export type Written<Type> = Type extends { kind: 'NON_NULL'; ofType: infer Of } ? `${Bare<Of>}!` : Bare<Type>;
type Bare<Type> = Type extends { kind: 'LIST'; ofType: infer Of }
  ? `[${Written<Of>}]`
  : Type extends { name: infer Name extends string }
    ? Name
    : never;

/** The fields of a type of the schema, as columns name them: `comment: String!`. */
export type FieldsOf<On extends TypeName> = Types[On] extends { fields: infer All extends object }
  ? {
      [Name in keyof All & string]: All[Name] extends { type: infer Type } ? `${Name}: ${Written<Type>}` : never;
    }[keyof All & string]
  : never;

/** The values of the types without subfields. */
type Value<Type extends string> = Type extends `${infer Of}!`
  ? NonNullable<Value<Of>>
  : Type extends 'Int' | 'Float' | 'DatabaseId'
    ? number | null
    : Type extends 'Boolean'
      ? boolean | null
      : Type extends 'String' | 'DateTime' | 'Date' | 'WallClock'
        ? string | null
        : Type extends keyof Types
          ? Types[Type] extends { enumValues: infer Values extends string }
            ? Values | null
            : unknown
          : unknown;

/** What a record selects of its type. */
type Selected<Reads extends string> = {
  [Field in Reads as Field extends `${infer Name}: ${string}` ? Name : never]: Field extends `${string}: ${infer Type}`
    ? Value<Type>
    : never;
};
/** The fields of the schema that columns read. */
export type ReadsOf<Columns> = Columns[keyof Columns] extends Column<infer Reads> ? Reads : never;

/** What a record is called, and where its fields are from. */
interface Head<On, Names extends string> {
  on: On;
  /** Its name in the contract, unless it is that of its type. */
  name?: RecordName;
  /** The name of its fragment, if it isn't that of its type. */
  fragment?: Names;
  about: string;
  /** The first selections, where they aren't in the order of the answer. Clients know documents by the hash of their text (D329). */
  first?: string;
  /** A record whose fields the contract describes first. */
  alike?: AnyRecord;
  /** Further fields that are in some answers. */
  further?: Column;
}

/** A record without the types of its columns. */
export interface AnyRecord<On extends string = string> extends RecordDescription {
  readonly on: On;
  readonly name: RecordName;
  readonly fragmentName: string;
  readonly fragment: DocumentNode;
  readonly columns: Readonly<Record<string, Column>>;
  readonly write: (node: never) => WireMapping;
}

type Fragment<On, Name, Reads extends string> = TadaDocumentNode<
  Selected<Reads>,
  object,
  { fragment: Name; on: On; masked: false }
>;

type Uncapitalized<Name extends string> = `${Uncapitalize<Name>}Fields`;

/**
 * Declares a record of the interface: its columns in the order in which they are written. From them come the fragment that selects
 * it, the function that writes it, and its description.
 */
export function record<
  const On extends TypeName,
  const Columns extends Readonly<Record<string, Column<FieldsOf<On> | `on ${On}`>>>,
  const Name extends string = Uncapitalized<On>,
>(head: Head<On, Name>, columns: Columns) {
  const { on, name = on as RecordName, about, alike, further } = head;
  const fragmentName = head.fragment ?? `${on[0]?.toLowerCase()}${on.slice(1)}Fields`;
  const all = further ? { ...columns, '': further } : columns;
  return {
    on,
    name,
    about,
    fields: { ...alike?.fields, ...fieldsIn(columns) } as Fields,
    fragmentName,
    fragment: fragmentOf(on, fragmentName, Object.values(all), `databaseId ${head.first ?? ''}`) as unknown as Fragment<
      On,
      Name,
      ReadsOf<Columns>
    >,
    columns: all as Columns,
    write: writerOf(all) as (node: Selected<ReadsOf<Columns>>) => WireMapping,
  };
}

/** Selects the fields without subfields before the others. */
function fragmentOf(on: string, name: string, columns: readonly Column[], first: string): DocumentNode {
  const begins = first.split(' ').reverse();
  const rank = (selection: string) => {
    const at = begins.indexOf(selection.split(' ', 1)[0] as string);
    return at < 0 ? Number(selection.endsWith('}')) : -1 - at;
  };
  const selects = [...new Set(columns.flatMap((column) => column.selects))].sort((a, b) => rank(a) - rank(b));
  const uses = columns.flatMap((column) => column.uses);
  const text: string = `fragment ${name} on ${on} { ${selects.join(' ')} }`;
  return graphql(text, uses as never) as DocumentNode;
}

/**
 * Makes the function that writes a record. Its text is generated, so that V8 knows the properties of what it reads and writes
 * (docs/performance.md#generated-functions). The names in it are those of this folder.
 */
export function writerOf(columns: Readonly<Record<string, Column>>): (node: never) => WireMapping {
  const all = Object.entries(columns);
  const parts = all.map(([key, { code }], n) => {
    const value = code.replaceAll('$', `call${n}`);
    return key === '' ? `...${value}` : `${JSON.stringify(key)}: ${value}`;
  });
  const names = all.map((_, n) => `call${n}`);
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function(...names, `return (node) => ({ ${parts.join(', ')} });`);
  return make(...all.map(([, { call }]) => call)) as (node: never) => WireMapping;
}
