import type { Written } from './column.ts';

/** A field of an answer, and the fields of the result from which it is made. */
export interface FieldSource {
  /** The path in the answer, such as `objects[].author.first_name`, or `Location` for the header. */
  field: string;
  /** The paths in the result, such as `feed.nodes[].author.firstName`; none for a value that comes from the request. */
  from: readonly string[];
}

/** The fields that columns write. @param at the path of what they write @param of the path of what they read */
export function sourcesOf(columns: Readonly<Record<string, Written>>, at: string, of: string): FieldSource[] {
  return Object.entries(columns).flatMap(([name, { field, from, record, further }]) => {
    if (further) return sourcesOf(further, at, of);
    const list = typeof field.type === 'object' && 'list' in field.type ? '[]' : '';
    const path = `${at}${name}${list}`;
    if (record) return from.flatMap((one) => sourcesOf(record.columns, `${path}.`, `${of}${one}${list}.`));
    return [{ field: path, from: from.map((one) => `${of}${one}${list}`) }];
  });
}

/** The fields of a page of a list. @param of the path of its connection @param nodes that of its items */
export const listSources = (
  columns: Readonly<Record<string, Written>>,
  of: string | null,
  nodes: string = `${of}.nodes`,
): FieldSource[] => [
  ...['limit', 'next', 'offset', 'previous'].map((name) => ({ field: `meta.${name}`, from: [] })),
  { field: 'meta.total_count', from: of === null ? [] : [`${of}.totalCount`] },
  ...sourcesOf(columns, 'objects[].', `${nodes}[].`),
];

/** The header that names an object of the result. */
export const locationSource = (object: string): FieldSource => ({ field: 'Location', from: [`${object}.databaseId`] });
