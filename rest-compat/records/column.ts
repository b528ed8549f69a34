import { Kind, print } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode, SelectionNode } from 'graphql';
import type { TadaDocumentNode } from 'gql.tada';
import { float as wireFloat } from '@runners/wire';
import type { WireValue } from '@runners/wire';
import type { Field, Fields, Scalar } from '../contract/description.ts';
import { wordsOf } from '../enum-values.ts';
import type { Resource } from '../uris.ts';
import { base } from '../uris.ts';
import type { AnyRecord } from './record.ts';

/** A field of an answer: what the contract says of it, and of what it is made. */
export interface Written {
  readonly field: Field;
  /** The paths of the values, or that of the record that is written in its place. */
  readonly from: readonly string[];
  readonly record?: { readonly columns: Readonly<Record<string, Written>> };
  /** The fields that some answers have in its place. */
  readonly further?: Readonly<Record<string, Written>>;
}

/**
 * A field of a record: what it selects, how it is written, and what the contract says of it.
 * @typeParam Reads the fields of the schema that it reads with their types, such as `comment: String!`; the compiler compares them with
 *   those of the record's type
 */
export interface Column<Reads extends string = string> extends Written {
  readonly reads?: Reads;
  /** The selections, as GraphQL prints them. */
  readonly selects: readonly string[];
  /** The documents with the fragments that are spread there. */
  readonly uses: readonly DocumentNode[];
  /** The expression that writes it, in which `node` is the object of GraphQL and `$` is `call`. */
  readonly code: string;
  readonly call?: (value: never) => unknown;
}

/** What the contract says of fields. */
export const fieldsIn = (columns: Readonly<Record<string, Written>> = {}): Fields =>
  Object.fromEntries(Object.entries(columns).map(([name, { field }]) => [name, field]));

/** What is told of a field besides its type. */
export interface Told extends Omit<Field, 'type'> {
  /** What is written for null. */
  or?: '' | 0;
  /** The schema may answer null here, and never does. */
  assured?: true;
}

type Bang<More> = More extends { nullable: true } | { or: '' | 0 } | { assured: true } ? '' : '!';

/** Makes a kind of columns that write one field. @typeParam Type its type in the schema */
function kind<const Type extends string>(type: Field['type'], call?: (value: never) => unknown) {
  return <const Name extends string, const More extends Told = object>(name: Name, more?: More) =>
    leaf<`${Name}: ${Type}${Bang<More>}`>(name, type, more, call);
}

function leaf<Reads extends string>(
  name: string,
  type: Field['type'],
  told: Told = {},
  call?: (value: never) => unknown,
): Column<Reads> {
  const { or, assured: _assured, ...more } = told;
  const value = `node.${name}`;
  const written = call ? `$(${value})` : value;
  const code = or === undefined ? written : `(${value} == null ? ${JSON.stringify(or)} : ${written})`;
  return { field: { type, ...more }, selects: [name], uses: [], from: [name], code, ...(call ? { call } : {}) };
}

/** A timestamp of GraphQL (`…000000Z`) in UTC, with six fraction digits and no offset (decisions W8). */
const timestampText = (moment: string | null) => (moment === null ? null : moment.slice(0, -1));
/** A decimal quantity as text with two places: `"5000.00"` (decisions W9). */
const decimalText = (value: number | null) => (value === null ? null : value.toFixed(2));

export const text = kind<'String'>('text');
export const url = kind<'String'>('URL');
export const boolean = kind<'Boolean'>('boolean');
export const integer = kind<'Int'>('integer');
/** A number of the schema that is written as an integer. */
export const whole = kind<'Float'>('integer');
export const float = kind<'Float'>('float', wireFloat);
export const decimal = kind<'Float'>('decimal', decimalText);
export const date = kind<'Date'>('date');
export const timestamp = kind<'DateTime'>('timestamp', timestampText);
/** A moment without an offset: the client applies the time zone of the user. */
export const localTime = kind<'WallClock'>('local time');
export const ids = kind<'[DatabaseId!]'>({ list: 'integer' });
export const texts = kind<'[String!]'>({ list: 'text' });

/** A value of an enum, as a table of words of the interface spells it. */
export function word<const Enum extends string>(_type: Enum, words: Readonly<Record<string, string>>) {
  const wordFor = wordsOf(words);
  return <const Name extends string, const More extends Told = object>(name: Name, more?: More) =>
    leaf<`${Name}: ${Enum}${Bang<More>}`>(name, 'text', { values: Object.keys(words), ...more }, wordFor);
}

/** Whether a field has a value of its enum. */
export function is<const Name extends string, const Enum extends string>(name: Name, _type: Enum, value: string) {
  return { ...leaf<`${Name}: ${Enum}!`>(name, 'boolean'), code: `node.${name} === ${JSON.stringify(value)}` };
}

const idIn = (object: string) => `${object}.databaseId`;
const path = (resource: Resource, id: string) => `${JSON.stringify(`${base}/${resource}/`)} + ${id} + "/"`;

/** The URI of what has the id of the record: `preferences` of a user. */
export function own(resource: Resource): Column<'databaseId: DatabaseId!'> {
  return {
    field: { type: 'URI' },
    selects: ['databaseId'],
    uses: [],
    from: ['databaseId'],
    code: path(resource, idIn('node')),
  };
}

/** The URI of a part of a user, which may have an id of its own. */
export function partOf<const Name extends 'preferences' | 'profile' | 'stats'>(
  name: Name,
): Column<`databaseIdOf${Capitalize<Name>}: DatabaseId!`> {
  const id = `databaseIdOf${name[0]!.toUpperCase()}${name.slice(1)}`;
  return { field: { type: 'URI' }, selects: [id], uses: [], from: [id], code: path(name, `node.${id}`) };
}

/** The first fields of most records. */
export const self = (resource: Resource) => ({
  id: { ...own(resource), field: { type: 'integer' }, code: idIn('node') } satisfies Column,
  resource_uri: { ...own(resource), field: { type: 'URI', about: 'The path of this record.' } } satisfies Column,
});

type ObjectOf<Name extends string, Of extends string, More> = `${Name}: ${Capitalize<Of>}${Bang<More>}`;

/** The URI of an object that the record belongs to. */
export function uriOf<const Name extends Resource, const More extends Told = object>(
  name: Name,
  more?: More,
): Column<ObjectOf<Name, Name, More>> {
  const object = `node.${name}`;
  const uri = path(name, idIn(object));
  return {
    field: { type: 'URI', ...more },
    selects: [`${name} { databaseId }`],
    uses: [],
    from: [`${name}.databaseId`],
    code: more?.nullable ? `(${object} ? ${uri} : null)` : uri,
  };
}

/** Another record in its place. */
export function embedded<const Name extends string, On extends string, const More extends Told = object>(
  name: Name,
  record: AnyRecord<On>,
  more?: More,
): Column<ObjectOf<Name, On, More>> {
  const object = `node.${name}`;
  return {
    field: { type: { record: record.name }, ...more },
    selects: [`${name} { ...${record.fragmentName} }`],
    uses: [record.fragment],
    from: [name],
    code: more?.nullable ? `(${object} ? $(${object}) : null)` : `$(${object})`,
    call: record.write,
    record,
  };
}

/** A list of other records. */
export function embeddedList<const Name extends string, On extends string>(
  name: Name,
  record: AnyRecord<On>,
  told: Told = {},
): Column<`${Name}: [${On}!]!`> {
  return {
    ...embedded(name, record, told),
    field: { type: { list: { record: record.name } }, ...told },
    code: `node.${name}.map($)`,
  } as Column<`${Name}: [${On}!]!`>;
}

/**
 * A field that is made of what a fragment selects, where none of the others fits.
 * @param shown the records that it writes, and where they are in what is selected
 */
export function made<Data, On extends string>(
  fragment: TadaDocumentNode<Data, object, { fragment: string; on: On; masked: boolean }>,
  field: Field | Scalar,
  write: (node: Data) => WireValue,
  shown?: Pick<Written, 'record' | 'from'>,
): Column<`on ${On}`> {
  const [{ selectionSet }, ...others] = fragment.definitions as [FragmentDefinitionNode, ...FragmentDefinitionNode[]];
  return {
    field: typeof field === 'string' ? { type: field } : field,
    // In one line, so that equal selections are found.
    selects: selectionSet.selections.map((selection) => print(selection).replaceAll(/\s+/g, ' ')),
    uses: [{ kind: Kind.DOCUMENT, definitions: others }],
    from: leavesOf(fragment),
    code: '$(node)',
    call: write,
    ...shown,
  };
}

/** The columns of a record whose fragment is spread. */
export function included<const Columns extends Readonly<Record<string, Column>>>(
  record: AnyRecord & { columns: Columns },
): Columns {
  const spread = { selects: [`...${record.fragmentName}`], uses: [record.fragment] };
  return Object.fromEntries(
    Object.entries(record.columns).map(([key, column]) => [key, { ...column, ...spread }]),
  ) as Record<string, Column> as Columns;
}

/** The paths of the fields without subfields that a fragment selects. */
function leavesOf({ definitions }: DocumentNode): string[] {
  const fragments = definitions as readonly FragmentDefinitionNode[];
  const leaves = (selections: readonly SelectionNode[], at: string): string[] =>
    selections.flatMap((one) => {
      if (one.kind === Kind.FIELD && !one.selectionSet) return [`${at}${one.name.value}`];
      const below =
        one.kind === Kind.FRAGMENT_SPREAD
          ? fragments.find(({ name }) => name.value === one.name.value)?.selectionSet
          : one.selectionSet;
      return leaves(below?.selections ?? [], one.kind === Kind.FIELD ? `${at}${one.name.value}.` : at);
    });
  return leaves(fragments[0]?.selectionSet.selections ?? [], '');
}
