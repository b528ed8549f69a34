import { readPoints } from '../schema/scalars.ts';
import { Failure, invalid } from '../src/errors.ts';
import { asList, MalformedBody, TooManyValues } from '@runners/wire';
import { formatEntry } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';
import { MAX_VALUES, PLAIN_VALUES } from '../src/platform/bodies/max-values.ts';

/** How a body of named fields is read. */
export interface FieldsForm {
  format: Format;
  /** The `charset` of the type of the body, in lower case. */
  charset: string;
  /** The field with route points. Null for rows without one. */
  points: string | null;
}

/**
 * The largest number of fields. No row of the interface has more than about thirty; forms and XML elements have the same
 * limit.
 */
const MAX_FIELDS = 1000;

/**
 * The named fields of a body, with route points converted into one track. The result is small, whatever was sent.
 * @throws Failure MALFORMED; TOO_LARGE with more values than any body may have, or more points than a workout may have;
 *   INVALID, naming the point
 */
export function readFields(bytes: Buffer, { format, charset, points }: FieldsForm): Record<string, unknown> {
  const fields = fieldsOf(bytes, format, charset, points === null ? PLAIN_VALUES : MAX_VALUES);
  if (points === null || !Object.hasOwn(fields, points) || fields[points] === null) return fields;
  const list = asList(fields[points]);
  if (!list) throw invalid(points, 'must be a list', 'WRONG_TYPE');
  fields[points] = readPoints(list);
  return fields;
}

function fieldsOf(bytes: Buffer, format: Format, charset: string, maxValues: number): Record<string, unknown> {
  try {
    const value = formatEntry(format).read?.(bytes, maxValues, charset);
    // An empty document counts as a missing body.
    if (value === null || value === '') return {};
    if (typeof value === 'object' && !Array.isArray(value)) return fewFields(value as Record<string, unknown>);
  } catch (error: unknown) {
    if (error instanceof TooManyValues) throw new Failure('TOO_LARGE', error.message);
    if (error instanceof MalformedBody) throw new Failure('MALFORMED', error.message);
    throw error;
  }
  throw new Failure('MALFORMED', 'The body must be an object with named fields.');
}

function fewFields(fields: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(fields).length > MAX_FIELDS)
    throw new Failure('TOO_LARGE', `The body has more than ${MAX_FIELDS} fields.`);
  return fields;
}
