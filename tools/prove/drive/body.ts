import { stringify } from 'yaml';
import type { Format } from '../../../rest-compat/formats/formats.ts';
import { writeXmlItem } from '@runners/wire';
import type { WireMapping } from '@runners/wire';

/** The fields of a body, or a file. */
export type Body = Record<string, unknown> | { type: string; bytes: Buffer };

/** A picture of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
export const pngFile: Body = { type: 'image/png', bytes: png };
/** Such a picture that is no other one: readers ignore what is behind its end. */
export const pngOf = (number: number): Body => ({
  type: 'image/png',
  bytes: Buffer.concat([png, Buffer.from([number])]),
});

/** A body in a format. */
export function written(body: Record<string, unknown>, as: Format): string {
  if (as === 'json') return JSON.stringify(body);
  if (as === 'yaml') return stringify(body);
  if (as === 'xml') return writeXmlItem(body as WireMapping);
  return new URLSearchParams(
    Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
}
