import type { Field, FieldType, Fields, Parameter, Parameters, RecordName, Scalar } from '../contract/description.ts';
import { base } from '../uris.ts';

/** A part of the OpenAPI document: JSON as it is written. */
export type Json = Readonly<Record<string, unknown>>;

/** A reference to a part of `components`. */
export function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The name of the schema of a record: `Single user` is `SingleUser`. */
export function schemaName(name: string): string {
  return name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The kinds of texts that have a form, as schemas of their own. */
export const textSchemas: Readonly<Record<string, Json>> = {
  Decimal: { type: 'string', pattern: String.raw`^-?\d+\.\d\d$`, description: 'A decimal number with two places.' },
  Date: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'A day.' },
  Timestamp: {
    type: 'string',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$`,
    description: 'A moment in UTC, without an offset.',
  },
  LocalTime: {
    type: 'string',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$`,
    description: 'A time of the calendar and clock in the time zone of the reader.',
  },
  Uri: { type: 'string', pattern: `^${base}/`, description: 'A path that can be fetched.' },
  Url: { type: 'string', pattern: '^(https?://|$)', description: 'An absolute address, or empty.' },
};

/** How a value is written in answers. */
const scalars: Readonly<Record<Scalar, Json>> = {
  integer: { type: 'integer' },
  float: { type: 'number' },
  decimal: reference('schemas', 'Decimal'),
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  date: reference('schemas', 'Date'),
  timestamp: reference('schemas', 'Timestamp'),
  'local time': reference('schemas', 'LocalTime'),
  URI: reference('schemas', 'Uri'),
  URL: reference('schemas', 'Url'),
};

/** How a value is sent. Old clients also send numbers and booleans as texts. */
const inputs: Readonly<Record<Scalar, Json>> = {
  ...scalars,
  decimal: { type: ['number', 'string'] },
  date: { type: 'string', format: 'date' },
  timestamp: { type: 'string', description: 'ISO 8601; without an offset it is in UTC.' },
};

/** Records that some answers replace by another one. */
const variants: Partial<Record<RecordName, readonly RecordName[]>> = { Post: ['Post', 'Posts with extra information'] };

/** The schema of a record. */
export function recordOf(name: RecordName): Json {
  const names = variants[name];
  if (!names) return reference('schemas', schemaName(name));
  return { anyOf: names.map((each) => reference('schemas', schemaName(each))) };
}

/** A list, with the names of its items in XML. */
export function listOf(items: Json): Json {
  const name = items['type'] === undefined ? 'object' : 'value';
  return { type: 'array', items: { ...items, xml: { name } }, xml: { wrapped: true } };
}

function typeSchema(type: FieldType, of: Readonly<Record<Scalar, Json>>): Json {
  if (typeof type === 'string') return of[type];
  if ('record' in type) return recordOf(type.record);
  return listOf(typeSchema(type.list, of));
}

/** The schema of a field of an answer. */
function fieldSchema({ type, nullable, orRecord, values, about }: Field): Json {
  const one = { ...typeSchema(type, scalars), ...(values ? { enum: values } : {}) };
  const alternatives = [one, ...(orRecord ? [recordOf(orRecord)] : []), ...(nullable ? [{ type: 'null' }] : [])];
  const schema = alternatives.length === 1 ? one : { anyOf: alternatives };
  return about === undefined ? schema : { ...schema, description: plainText(about) };
}

/** The schema of a mapping of an answer. It has no other fields, because old apps rely on these. */
export function mappingSchema(fields: Fields, about?: string): Json {
  const all = Object.entries(fields);
  return {
    type: 'object',
    ...(about === undefined ? {} : { description: plainText(about) }),
    required: all.filter(([, field]) => !field.optional).map(([name]) => name),
    properties: Object.fromEntries(all.map(([name, field]) => [name, fieldSchema(field)])),
    additionalProperties: false,
  };
}

/** The schema of a mapping that clients send, in which unknown fields are ignored. */
export function inputSchema(fields: Parameters): Json {
  const all = Object.entries(fields);
  const required = all.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      all.map(([name, field]) => [name, withText(parameterSchema(field), parameterText(field))]),
    ),
  };
}

/** The schema of a parameter or of a field of a body, with its default if that is a value. */
export function parameterSchema({ type, values, ...rest }: Parameter): Json {
  const plain = type === 'route points' ? listOf(reference('schemas', 'RoutePoint')) : typeSchema(type, inputs);
  const value = defaultValue({ type, ...rest });
  return { ...plain, ...(values ? { enum: values } : {}), ...(value === undefined ? {} : { default: value }) };
}

/** The description of a parameter, with its default if that is no value. */
export function parameterText(parameter: Parameter): string | undefined {
  const { about, default: fallback } = parameter;
  const told = fallback === undefined || defaultValue(parameter) !== undefined ? undefined : `Default: ${fallback}.`;
  return [about, told].filter(Boolean).join(' ') || undefined;
}

/** The default of a parameter as a value, or undefined when it is described in words. */
function defaultValue({ type, default: text }: Parameter): unknown {
  if (text === undefined) return undefined;
  if (type === 'integer') return /^\d[\d,]*$/.test(text) ? Number(text.replaceAll(',', '')) : undefined;
  if (type === 'boolean') return /^[01]$/.test(text) ? text === '1' : undefined;
  return type === 'text' && /^\w+$/.test(text) && text !== 'all' && text !== 'empty' ? text : undefined;
}

/** The schema with a description, if there is one. */
export function withText(schema: Json, description: string | undefined): Json {
  return description === undefined ? schema : { ...schema, description: plainText(description) };
}

/** A text of the contract without its links, which lead to places in its pages. */
export function plainText(markdown: string): string {
  const withoutDecisions = markdown.replaceAll(/\s\(\[[A-Z]\d+\]\([^)]+\)\)/g, '');
  return withoutDecisions.replaceAll(/\[([^[\]]+)\]\([^()]+\)/g, '$1');
}
