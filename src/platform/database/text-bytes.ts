import type { LongTexts } from './sql.ts';
import type { SqlValue } from '@runners/postgres';

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
  const names = Object.keys(columns);
  let bytes = 0;
  for (const row of rows as Record<string, unknown>[])
    for (const column of names) {
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

/**
 * The text of a statement that reads a list, with one more parameter, `share`: the bytes of long texts for each object. The rows end with
 * the first one that reaches them, at the end of the list at which its page ends, and that row has `endsEarly`. The lengths are
 * known without reading the texts.
 */
export function boundedText(text: string, { columns, of, isReversed }: LongTexts, share: number): string {
  const most = `$${share}::bigint`;
  const page = `${of === null ? '' : `partition by q."${of}" `}order by q."position" ${isReversed ? 'desc' : 'asc'}`;
  const names = Object.keys(columns);
  const bytes = names.map((name) => `coalesce(octet_length(s."${name}"::text), 0)`).join(' + ');
  return `select b.*, b."following" is not null and b."before" + b."bytes" >= ${most} as "endsEarly" from (
    select q.*, sum(q."bytes") over page - q."bytes" as "before", lead(1) over page as "following" from (
      select row_number() over () as "position", ${bytes} as "bytes", s.* from (${text}) s
    ) q window page as (${page})
  ) b where b."before" < ${most} order by b."position"`;
}
