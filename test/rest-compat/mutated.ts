import fc from 'fast-check';
import { stringify } from 'yaml';
import { contentTypes } from '../support/client.ts';
import type { Mapping } from '../support/client.ts';
import { oddValues } from './hostile-values.ts';

/** What is sent. */
export interface Sent {
  headers: Record<string, string>;
  body: Buffer;
}

export type Format = 'json' | 'xml' | 'yaml' | 'form';

const escaped = (value: unknown) => String(value).replaceAll(/[<&>]/g, (c) => `&#${c.charCodeAt(0)};`);
/** A value as an element, with the hints that clients send. */
function element(name: string, value: unknown): string {
  if (value === null) return `<${name} type="null"/>`;
  if (Array.isArray(value))
    return `<${name} type="list">${value.map((each) => element('value', each)).join('')}</${name}>`;
  if (typeof value === 'object') return `<${name}>${elements(value as Mapping)}</${name}>`;
  const hint = typeof value === 'number' ? ` type="${Number.isInteger(value) ? 'integer' : 'float'}"` : '';
  return `<${name}${typeof value === 'boolean' ? ' type="boolean"' : hint}>${escaped(value)}</${name}>`;
}
const elements = (value: Mapping) =>
  Object.entries(value)
    .map(([name, each]) => element(name.replaceAll(/[^\w.-]/g, '_') || '_', each))
    .join('');

/** Bodies in each format, as clients write them. */
export const written: Record<Format, (fields: Mapping) => string> = {
  json: (fields) => JSON.stringify(fields),
  xml: (fields) => `<object>${elements(fields)}</object>`,
  yaml: (fields) => stringify(fields, { aliasDuplicateObjects: false }),
  form: (fields) =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString(),
};

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddValues) },
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
);

/** The fields with some of them replaced, left out or added. */
function changed(fields: Mapping, other: fc.Arbitrary<unknown>): fc.Arbitrary<Mapping> {
  const names = Object.keys(fields);
  const name = names.length > 0 ? fc.constantFrom(...names, 'x') : fc.constantFrom('x', 'id', '__proto__');
  return fc
    .array(fc.tuple(name, fc.oneof(odd, other, fc.constant(undefined))), { maxLength: 2 })
    .map((changes) =>
      Object.fromEntries(
        Object.entries({ ...fields, ...Object.fromEntries(changes) }).filter(([, value]) => value !== undefined),
      ),
    );
}

const pieces = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '<',
  '>',
  '&',
  '\u0000',
  '\ufeff',
  '- ',
  '\t',
  '\n',
  '9'.repeat(400),
  'NaN',
  '1e999',
  '\\ud800',
  '%FF',
  '&#xD800;',
  '&amp;',
  '<!DOCTYPE a>',
  '*a',
  '!!x ',
  '['.repeat(2000),
  '{"a":'.repeat(500),
  '<a>'.repeat(2000),
];
/** Damage to the bytes: nothing, an end that is missing, something put in, a byte changed, the whole twice. */
export const damage: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  { weight: 5, arbitrary: fc.constant((bytes: Buffer) => bytes) },
  fc.nat().map((at) => (bytes: Buffer) => bytes.subarray(0, at % (bytes.length + 1))),
  fc.tuple(fc.nat(), fc.constantFrom(...pieces)).map(([at, piece]) => (bytes: Buffer) => {
    const from = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(piece), bytes.subarray(from)]);
  }),
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, value]) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = value;
    return copy;
  }),
  fc.constant((bytes: Buffer) => Buffer.concat([bytes, bytes])),
  fc.constant((bytes: Buffer) => Buffer.from(bytes.toString(), 'utf16le')),
  fc.constant((bytes: Buffer) => Buffer.from(bytes.toString(), 'latin1')),
  // Each field twice, with another value the second time.
  fc.constant((bytes: Buffer) => Buffer.from(bytes.toString().replace(/"(\w+)":/, '"$1":0,"$1":'))),
);
const charset = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom('; charset=utf-16', '; charset=latin1', '; charset=x', ';;', '; boundary=a'),
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc
    .constantFrom('PATCH', 'delete', 'PUT', 'GET', ' x')
    .map((value): Record<string, string> => ({ 'X-HTTP-Method-Override': value })),
);

/** A body made of the fields, as a client might send it whose programmer or network makes mistakes. */
export function mutated(fields: Mapping, other: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> {
  const format = fc.constantFrom<Format>('json', 'json', 'xml', 'yaml', 'form');
  return fc
    .tuple(format, changed(fields, other), damage, charset, method)
    .map(([how, values, break_, set, override]) => ({
      headers: { 'Content-Type': contentTypes[how] + set, ...override },
      body: break_(Buffer.from(written[how](values))),
    }));
}

/** A file, damaged the same way. */
export function mutatedFile(type: string, bytes: Buffer): fc.Arbitrary<Sent> {
  return fc
    .tuple(damage, method)
    .map(([break_, override]) => ({ headers: { 'Content-Type': type, ...override }, body: break_(bytes) }));
}
