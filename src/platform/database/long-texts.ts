import { lengths } from '../text.ts';
import type { SqlValue } from '@runners/postgres';

/** Bytes of a character in UTF-8, at most. */
const aCharacter = 4;
const text = aCharacter * lengths.text;

/** The columns that may be long, with the most bytes that they have. Those of people and events have at most 2 kB. */
export const longColumns: Readonly<Record<string, number>> = {
  message: text,
  comment: text,
  body: text,
  post_body: text,
  description: text,
  // Up to 2,000 points, of up to 12 letters each.
  polyline: 24_000,
  // Up to 20 reports as JSON, each with a note and the beginning of a text.
  reports: 20 * aCharacter * (lengths.note + 2000 + 3 * lengths.name),
};

/** What the text of a statement says of the long texts that it reads. Parameters are numbered from 0. */
export interface LongTexts {
  /** The names of the long columns in a row of the result. */
  readonly columns: readonly string[];
  /** The most bytes of them in a row. */
  readonly rowBytes: number;
  /** The parameter with the largest number of rows; null for a statement that finds rows by their ids. */
  readonly limit: number | null;
  /** The parameter with the ids of the rows, or of the objects of which each has `limit` rows; null for none. */
  readonly ids: number | null;
}

const names = Object.keys(longColumns).join('|');
const selectedText = new RegExp(String.raw`\b[a-z]+\.(${names})(?: as "(\w+)")?(?=,|\s+from\b)|\) as (reports)\b`, 'g');

/** What the text of a statement says of the long texts that it reads; null for one that reads none, or writes. */
export function longTextsOf(text: string): LongTexts | null {
  const found = Object.fromEntries(
    [...text.matchAll(selectedText)].map(([, column = '', shown, reports]) => {
      const name = reports ?? column;
      return [shown ?? name, longColumns[name] ?? 0];
    }),
  );
  const columns = Object.keys(found);
  if (columns.length === 0) return null;
  const limit = [...text.matchAll(/\blimit \$(\d+)/g)].at(-1)?.[1];
  const ids = (limit === undefined ? /\bany\(\$(\d+)::bigint\[\]\)/ : /\bunnest\(\$(\d+)::bigint\[\]\) requested/).exec(
    text,
  )?.[1];
  return {
    columns,
    rowBytes: Object.values(found).reduce((sum, bytes) => sum + bytes, 0),
    limit: limit === undefined ? null : Number(limit) - 1,
    ids: ids === undefined ? null : Number(ids) - 1,
  };
}

/** How many objects a run of the statement is about. */
export function objectsOf({ ids }: LongTexts, values: readonly SqlValue[]): number {
  return ids === null ? 1 : (values[ids] as readonly unknown[]).length;
}

/** The most bytes that a run of the statement may read. */
export function mostBytes(texts: LongTexts, values: readonly SqlValue[]): number {
  const rows = texts.limit === null ? 1 : Number(values[texts.limit]);
  return objectsOf(texts, values) * rows * texts.rowBytes;
}

/** Bytes of the long texts of rows. */
export function bytesOf({ columns }: LongTexts, rows: readonly unknown[]): number {
  let bytes = 0;
  for (const row of rows as Record<string, unknown>[])
    for (const column of columns) {
      const value = row[column];
      if (typeof value === 'string') bytes += Buffer.byteLength(value);
      else if (value != null) bytes += Buffer.byteLength(JSON.stringify(value));
    }
  return bytes;
}

/** A row after which a list was cut, because the texts of further rows would be too long for the answer. */
export interface MayEndEarly {
  /** Whether there are further rows on the page that was asked for. */
  endsEarly?: boolean;
}

/** Whether a list is ordered by descending values, by what stands between its last `order by` and the end of the text. */
const isDescending = (text: string) => /\bdesc\b/.test(text.slice(text.lastIndexOf('order by')));

/**
 * The text of a statement that reads a list, with one more parameter: the bytes of long texts for each object. The rows end with
 * the first one that reaches them, at the end of the list at which its page ends, and that row has `endsEarly`. The lengths are
 * known without reading the texts.
 */
export function boundedText(text: string, { columns }: LongTexts): string {
  const share = `$${Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))) + 1}::bigint`;
  const object = text.includes(' requested(id)') ? 'requested.id' : '0';
  const atLimit = text.slice(0, [...text.matchAll(/\blimit \$/g)].at(-1)?.index);
  const order = isDescending(atLimit) === isDescending(text) ? 'asc' : 'desc';
  const bytes = columns.map((name) => `coalesce(octet_length(s."${name}"::text), 0)`).join(' + ');
  return `select b.*, b."following" is not null and b."before" + b."bytes" >= ${share} as "endsEarly" from (
    select q.*, sum(q."bytes") over page - q."bytes" as "before", lead(1) over page as "following" from (
      select row_number() over () as "position", ${bytes} as "bytes", s.*
      from (${text.replace('select ', `select ${object} as "object", `)}) s
    ) q window page as (partition by q."object" order by q."position" ${order})
  ) b where b."before" < ${share} order by b."position"`;
}
