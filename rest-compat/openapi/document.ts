import { feedMeta, listMeta, routePoint } from '../contract/envelopes.ts';
import { bodyCodings } from '../../src/platform/bodies/body-coding.ts';
import { modules } from '../contract/modules.ts';
import { records } from '../contract/records.ts';
import { formatEntry } from '../formats/formats.ts';
import type { Format } from '../formats/formats.ts';
import { base } from '../uris.ts';
import { discoveryPaths, discoverySchemas } from './discovery-paths.ts';
import { errorSchemas, sharedResponses } from './failure-responses.ts';
import { mappingSchema, schemaName, textSchemas } from './json-schema.ts';
import type { Json } from './json-schema.ts';
import { endpoints } from './labels.ts';
import type { Endpoint } from './labels.ts';
import { bodySchemas, operationOf } from './operation.ts';
import { overrideOf } from './override.ts';
import texts from './texts.json' with { type: 'json' };

/** The OpenAPI document, as far as code reads it. */
export interface OpenApiDocument extends Json {
  paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** What the pages of the modules in `docs/contract/` say before their rows. */
const heads: Readonly<Record<string, string>> = texts.heads;

let made: OpenApiDocument | undefined;

/** The description of the REST interface in OpenAPI 3.1, made once from the table of rows and its descriptions. */
export function openApiDocument(): OpenApiDocument {
  return (made ??= {
    openapi: '3.1.1',
    info: {
      title: 'Runners',
      version: '1',
      summary: "The REST interface of a runners' social network.",
      description: texts.conventions,
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: base, description: 'This service.' }],
    security: [{ Bearer: [] }, { ApiKey: [] }],
    tags: [
      ...Object.keys(modules).map((name) => ({ name, 'x-displayName': titleOf(name), description: heads[name] ?? '' })),
      {
        name: 'discovery',
        'x-displayName': 'Discovery',
        description: 'Documents about this interface. They need no key.',
      },
    ],
    paths: { ...rowPaths(), ...discoveryPaths },
    components: {
      securitySchemes: {
        Bearer: { type: 'http', scheme: 'bearer', description: 'The `api_key` of a sign-in.' },
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`ApiKey <username>:<api_key>`, with both values of a sign-in.',
        },
      },
      parameters,
      headers,
      responses: sharedResponses,
      schemas: {
        ...textSchemas,
        ...Object.fromEntries(
          Object.entries(records).map(([name, { fields, about }]) => [schemaName(name), mappingSchema(fields, about)]),
        ),
        ListMeta: mappingSchema(listMeta.fields),
        FeedMeta: mappingSchema(feedMeta.fields),
        RoutePoint: routePointSchema(),
        ...errorSchemas,
        ...Object.assign({}, ...endpoints.map(bodySchemas)),
        ...discoverySchemas,
      },
    },
  });
}

function rowPaths(): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  const groups: Record<string, Endpoint[]> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method] = operationOf(endpoint);
    if (endpoint.method === 'patch' || endpoint.method === 'delete') (groups[endpoint.path] ??= []).push(endpoint);
  }
  for (const [path, others] of Object.entries(groups)) {
    if (paths[path]?.['post']) throw new Error(`${path} has a POST, which the override header would change`);
    (paths[path] as Record<string, Json>)['post'] = overrideOf(path, others);
  }
  return paths;
}

const titleOf = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** A route point as it is sent: each value may be a text. */
function routePointSchema(): Json {
  const { properties, ...schema } = mappingSchema(routePoint.fields, routePoint.about);
  const number = { type: ['number', 'string'] };
  const { time: _, ...numbers } = properties as Record<string, Json>;
  return {
    ...schema,
    properties: {
      ...Object.fromEntries(Object.entries(numbers).map(([name, one]) => [name, { ...one, ...number }])),
      time: { type: 'string', description: 'ISO 8601; without an offset it is in UTC.' },
    },
    additionalProperties: true,
  };
}

/** The parameter `format`, and the other names of the types that `Accept` takes. */
function formatParameter(names: readonly Format[]): Json {
  const aliases = names.flatMap((name) => formatEntry(name).aliases).map((type) => `\`${type}\``);
  return {
    name: 'format',
    in: 'query',
    description: `The format of the answer. It takes precedence over \`Accept\`; without both, it is JSON. \`Accept\` also takes ${aliases.join(', ')}.`,
    schema: { type: 'string', enum: names },
  };
}

const parameters: Readonly<Record<string, Json>> = {
  format: formatParameter(['json', 'xml', 'yaml']),
  formatOrGpx: formatParameter(['json', 'xml', 'yaml', 'gpx']),
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A random text, new for each request and the same when the request is sent again within 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer. If the content is still the same, the answer is 304.',
    schema: { type: 'string' },
  },
  contentEncoding: {
    name: 'Content-Encoding',
    in: 'header',
    description: 'How the body is compressed. The limits are those of the decompressed body.',
    schema: { type: 'string', enum: [...bodyCodings, 'identity'], default: 'identity' },
  },
};

const integerHeader = (description: string): Json => ({ schema: { type: 'integer' }, description });
const headers: Readonly<Record<string, Json>> = {
  Link: {
    schema: { type: 'string' },
    description:
      'A page about the successor of the row in GraphQL (`rel="successor-version"`), if the service shows it.',
  },
  GraphQLDocumentId: {
    required: true,
    schema: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    description: 'The id of the GraphQL document that the row executes.',
  },
  RateLimitLimit: integerHeader('Points of a period. `X-RateLimit-Limit` has the same value.'),
  RateLimitRemaining: integerHeader('Points that remain. `X-RateLimit-Remaining` has the same value.'),
  RateLimitReset: integerHeader('Seconds until all points are there again. `X-RateLimit-Reset` has the same value.'),
  RetryAfter: integerHeader('Seconds after which the request may be sent again.'),
  ETag: {
    required: true,
    schema: { type: 'string', pattern: '^W/"[\\w-]{16}"$' },
    description: 'Changes with the content.',
  },
  ETagUnlessInParts: {
    schema: { type: 'string', pattern: '^W/"[\\w-]{16}"$' },
    description: 'Changes with the content. A list that is too long for one answer is sent in parts, without it.',
  },
  ContentEncoding: {
    schema: { type: 'string', enum: ['br', 'gzip'] },
    description: 'How the answer is compressed, for clients whose `Accept-Encoding` allows it.',
  },
  IdempotencyReplayed: {
    schema: { const: 'true' },
    description: 'Whether this is the answer to an earlier request with the same `Idempotency-Key`.',
  },
};
