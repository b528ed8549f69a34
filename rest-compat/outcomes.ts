import type { DocumentNode } from 'graphql';
import type { Answer } from './contract/description.ts';
import { created, ok } from './endpoint.ts';
import type { Reply } from './endpoint.ts';
import { fieldsIn } from './records/column.ts';
import type { Column } from './records/column.ts';
import { writerOf } from './records/record.ts';
import type { AnyRecord, ReadsOf } from './records/record.ts';
import { locationSource, sourcesOf } from './records/sources.ts';
import type { FieldSource } from './records/sources.ts';
import { uri } from './uris.ts';
import type { Resource } from './uris.ts';

/**
 * What a mutation answers: what is selected of its payload, and the reply and the answers that are made of it.
 * @typeParam Reads the fields of the payload that it reads with their types
 */
export interface Outcome<Reads extends string = string> {
  readonly reads?: Reads;
  selects: string;
  uses?: readonly DocumentNode[];
  reply: (payload: never) => Reply;
  /** `sources` of `endpoint.ts`. @param of the path of the payload */
  sources?: (of: string) => FieldSource[];
  answers: readonly Answer[];
}

/** A field that has the name of its type. */
type OfItsType<Field extends string> = `${Field}: ${Capitalize<Field>}!`;

/** A status alone. */
export const withoutBody = <Reads extends string>(selects: string, status: 200 | 202 | 204): Outcome<Reads> => ({
  selects,
  reply: () => ({ status }),
  answers: [{ status, body: 'empty' }],
});
/** 204: what was deleted. */
export const deleted = withoutBody<'deletedId: ID!'>('deletedId', 204);
/** An object that was changed, of which nothing is shown. */
export const changed = <const Field extends string>(field: Field, status: 200 | 202 | 204) =>
  withoutBody<OfItsType<Field>>(`${field} { databaseId }`, status);

/** 200 with an empty mapping. */
export const done: Outcome<'done: Boolean!'> = {
  selects: 'done',
  reply: () => ok({}),
  answers: [{ status: 200, body: { fields: {} } }],
};

/** 200 with a record. */
export const shown = <const Field extends string, On extends string>(
  field: Field,
  { name, fragment, fragmentName, columns, write }: AnyRecord<On>,
): Outcome<`${Field}: ${On}!`> => ({
  selects: `${field} { ...${fragmentName} }`,
  uses: [fragment],
  reply: ({ [field as string]: found }) => ok(write(found as never)),
  sources: (of) => sourcesOf(columns, '', `${of}${field}.`),
  answers: [{ status: 200, body: { record: name } }],
});

/** 201 with the URI of a new object, and with its record if there is one. @param also selections besides those of the record */
export function createdAt<const Field extends Resource>(
  field: Field,
  record?: AnyRecord,
  also = '',
): Outcome<OfItsType<Field>> {
  return {
    selects: `${field} { ${also} ${record ? `...${record.fragmentName}` : 'databaseId'} }`,
    uses: record ? [record.fragment] : [],
    reply({ [field as string]: found }: Record<string, { databaseId: number }>) {
      return created(uri(field, found?.databaseId ?? 0), record?.write(found as never));
    },
    sources: (of) => [locationSource(`${of}${field}`), ...sourcesOf(record?.columns ?? {}, '', `${of}${field}.`)],
    answers: [{ status: 201, body: record ? { record: record.name } : 'empty', location: `the ${field}` }],
  };
}

/** 200 with fields of the payload. @param record the record of the contract that they are */
export function fields<const Columns extends Readonly<Record<string, Column>>>(
  columns: Columns,
  record?: AnyRecord['name'],
): Outcome<ReadsOf<Columns>> {
  const all = Object.entries(columns);
  const write = writerOf(columns);
  return {
    selects: all.flatMap(([, { selects }]) => selects).join(' '),
    uses: all.flatMap(([, { uses }]) => uses),
    reply: (payload) => ok(write(payload)),
    sources: (of) => sourcesOf(columns, '', of),
    answers: [
      {
        status: 200,
        body: record ? { record } : { fields: fieldsIn(columns) },
      },
    ],
  };
}
