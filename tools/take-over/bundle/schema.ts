import { oldKeyLength } from '../../../src/domain/accounts/old-credentials.ts';
import { longestUsername } from '../../../src/domain/rules/stored-lengths.ts';
import { largestId } from './scalars.ts';
import type { Field, Fields, FileName, TextForm, ValueType } from './field.ts';
import { fileEntries, files } from './files.ts';
import { manifestFields } from './manifest.ts';

/** A JSON Schema, or a part of it. */
export type Schema = Readonly<Record<string, unknown>>;

const idSchema: Schema = {
  anyOf: [
    { type: 'integer', minimum: 1, maximum: largestId },
    { type: 'string', pattern: String.raw`^\d{1,16}$` },
  ],
};

/** The forms of texts that are refused otherwise. Other texts stay, however odd. */
const forms: Partial<Record<TextForm, Schema>> = {
  username: { type: 'string', minLength: 1, maxLength: longestUsername },
  key: { type: 'string', pattern: `^[!-~]{${oldKeyLength.min},${oldKeyLength.max}}$` },
  sha256: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' },
  polyline: { type: 'string', pattern: '^[?-~]*$' },
};

const plainText: Schema = { type: ['string', 'number', 'boolean'] };
const coordinate: Schema = { type: ['number', 'string'] };
const pointSchema: Schema = {
  anyOf: [
    { type: 'array', minItems: 2 },
    { type: 'object', required: ['lat', 'lng'], properties: { lat: coordinate, lng: coordinate } },
  ],
};

/** The schema of the values of a type, in every form in which they are read. */
function schemaOf(type: ValueType): Schema {
  switch (type.kind) {
    case 'id':
      return idSchema;
    case 'reference': {
      const { resource } = files[type.to] as { resource?: string };
      const uri: Schema = { type: 'string', pattern: `/${resource}/\\d{1,16}/?$` };
      const embedded: Schema = { type: 'object', required: ['id'], properties: { id: idSchema } };
      return { anyOf: [...(idSchema['anyOf'] as Schema[]), ...(resource === undefined ? [] : [uri]), embedded] };
    }
    case 'text':
      return (type.form && forms[type.form]) ?? plainText;
    case 'moment':
      return { type: 'string', description: 'ISO 8601; without an offset it is in UTC.' };
    case 'wall clock':
      return { type: 'string', description: 'ISO 8601 without an offset.' };
    case 'date':
      return { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d` };
    case 'boolean':
      return { enum: [true, false, 1, 0, 'true', 'false', 't', 'f', 'yes', 'no', 'on', 'off', '1', '0'] };
    case 'number':
    case 'integer':
      return { anyOf: [{ type: 'number', minimum: type.least, maximum: type.most }, { type: 'string' }] };
    case 'choice':
      return type.open ? { type: 'string', examples: type.values } : { enum: type.values };
    case 'list':
      return { type: 'array', items: schemaOf(type.of) };
    case 'record':
      return objectOf(type.fields);
    case 'file':
      return {
        type: 'string',
        description: 'The path of a file in the bundle, or the address from which it was fetched.',
      };
    case 'points':
      return { type: 'array', items: pointSchema };
  }
}

/** The schema of a record. Unknown fields are ignored when it is read, so they are allowed. */
function objectOf(fields: Fields): Schema {
  const all = Object.entries(fields);
  const required = all.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(all.map(([name, field]) => [name, fieldSchema(field)])),
  };
}

function fieldSchema({ type, about, required, fallback }: Field): Schema {
  const schema = schemaOf(type);
  return {
    description: about,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(required ? { allOf: [schema] } : { anyOf: [schema, { type: 'null' }] }),
  };
}

function fileSchema(title: string, about: string, fields: Fields): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description: about,
    ...objectOf(fields),
    examples: [exampleOf(fields)],
  };
}

/** A record with the examples of all fields, as it stands on a line. */
export function exampleOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}

/** The JSON Schema of a line of each file, and of the manifest, by name. They follow from the table of fields. */
export const schemas: Readonly<Record<FileName | 'manifest', Schema>> = {
  manifest: fileSchema('manifest.json', 'What the bundle is.', manifestFields),
  ...(Object.fromEntries(
    fileEntries.map(([name, { about, fields }]) => [name, fileSchema(`A line of ${name}.jsonl`, about, fields)]),
  ) as Record<FileName, Schema>),
};
