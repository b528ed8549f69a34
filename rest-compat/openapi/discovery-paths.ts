import { reference } from './json-schema.ts';
import type { Json } from './json-schema.ts';
import { answerExamples, documentTypes, withAnswer } from './examples.ts';
import { resources } from '../discovery/resources.ts';

const failures = { 500: reference('responses', 'Fault'), 503: reference('responses', 'Unavailable') };

function operation(
  id: string,
  summary: string,
  description: string,
  content: Json,
  parameters: readonly Json[] = [],
): Json {
  const examples = answerExamples(id)['200'] ?? {};
  const shown = Object.entries(content).map(([type, media]) => [type, withAnswer(type, media, examples)]);
  return {
    operationId: id,
    tags: ['discovery'],
    summary,
    description,
    security: [],
    parameters,
    responses: {
      200: { description: 'Success.', content: Object.fromEntries(shown) as Json },
      304: { description: '`If-None-Match` names the content.' },
      ...failures,
    },
  };
}

const inEachFormat = (schema: Json) =>
  Object.fromEntries(Object.values(documentTypes).map((type) => [type, { schema }]));

/** The operations of the documents about the interface, which are no rows of the table (decisions D319). */
export const discoveryPaths: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/': {
    get: operation(
      'getRoot',
      'The resources',
      'The resources with their addresses.',
      inEachFormat(reference('schemas', 'Resources')),
      [reference('parameters', 'format')],
    ),
  },
  '/{resource}/schema/': {
    get: operation(
      'getResourceSchema',
      'The description of a resource',
      'The methods, fields and filters of a resource.',
      inEachFormat(reference('schemas', 'ResourceSchema')),
      [
        { name: 'resource', in: 'path', required: true, schema: { type: 'string', enum: resources } },
        reference('parameters', 'format'),
      ],
    ),
  },
  '/openapi.json': {
    get: operation('getOpenApi', 'This document', 'This document in JSON.', {
      'application/json': { schema: { type: 'object' } },
    }),
  },
  '/docs': {
    get: operation('getDocs', 'A page of this document', 'A page that shows this document, and tries it.', {
      'text/html': { schema: { type: 'string' } },
    }),
  },
  '/openapi.yaml': {
    get: operation('getOpenApiYaml', 'This document in YAML', 'This document in YAML.', {
      'application/yaml': { schema: { type: 'object' } },
    }),
  },
};

const methods = { type: 'array', items: { enum: ['get', 'post', 'patch', 'delete'] } };

/** The schemas of the documents about the interface, in the form of Tastypie. */
export const discoverySchemas: Readonly<Record<string, Json>> = {
  Resources: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['list_endpoint', 'schema'],
      properties: { list_endpoint: reference('schemas', 'Uri'), schema: reference('schemas', 'Uri') },
      additionalProperties: false,
    },
  },
  ResourceSchema: {
    type: 'object',
    required: [
      'allowed_detail_http_methods',
      'allowed_list_http_methods',
      'default_format',
      'default_limit',
      'fields',
      'filtering',
      'ordering',
    ],
    properties: {
      allowed_detail_http_methods: methods,
      allowed_list_http_methods: methods,
      default_format: { type: 'string' },
      default_limit: { type: 'integer', description: '0 means that the list has no limit of its own.' },
      fields: { type: 'object', additionalProperties: reference('schemas', 'ResourceField') },
      filtering: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      ordering: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: false,
  },
  ResourceField: {
    type: 'object',
    required: ['blank', 'default', 'help_text', 'nullable', 'readonly', 'type', 'unique'],
    properties: {
      blank: { type: 'boolean', description: 'Whether the field may be left out of a body.' },
      default: { type: 'string' },
      help_text: { type: 'string' },
      nullable: { type: 'boolean' },
      readonly: { type: 'boolean' },
      type: {
        enum: ['boolean', 'date', 'datetime', 'decimal', 'dict', 'float', 'integer', 'list', 'related', 'string'],
      },
      unique: { type: 'boolean' },
      valid_values: { type: 'array', items: { type: 'string' } },
      related_schema: reference('schemas', 'Uri'),
      related_type: { enum: ['to_one', 'to_many'] },
    },
    additionalProperties: false,
  },
};
