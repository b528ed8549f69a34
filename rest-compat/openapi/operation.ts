import type { Answer, Parameter, RowDescription } from '../contract/description.ts';
import { factsOf } from '../contract/row-page.ts';
import type { Format } from '../formats/formats.ts';
import { gzipType } from '../formats/content-type.ts';
import { mediaType } from '../formats/formats.ts';
import { plainFields } from '../endpoint.ts';
import { answerExamples, requestExample, withAnswer } from './examples.ts';
import type { DescribedRow, Endpoint } from './labels.ts';
import { failureResponses } from './failure-responses.ts';
import { inputSchema, listOf, mappingSchema, parameterSchema, parameterText, plainText } from './json-schema.ts';
import { recordOf, reference, withText } from './json-schema.ts';
import type { Json } from './json-schema.ts';

const documents: readonly Format[] = ['json', 'xml', 'yaml'];

/** The id of an operation: `GET /user/{user_id}/` is `getUserById`. */
export function operationId({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path.split('/').flatMap((word) => {
    if (word === '') return [];
    return word.startsWith('{') ? ['ById'] : word.split(/[-_]/).map((part) => part[0]?.toUpperCase() + part.slice(1));
  });
  return method + words.join('');
}

/** An endpoint as an operation of OpenAPI. */
export function operationOf(endpoint: Endpoint): Json {
  const { module, method, rows } = endpoint;
  const [first] = rows as [DescribedRow, ...DescribedRow[]];
  const id = operationId(endpoint);
  const body = requestBody(id, rows);
  return {
    operationId: id,
    tags: [module],
    summary: summaryOf(first),
    description: rows.map(descriptionOf).join('\n\n'),
    ...(first.row.open ? { security: [] } : {}),
    parameters: [...pathParameters(endpoint.path), ...ownParameters(rows), ...commonParameters(method, rows)],
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(id, method, rows),
  };
}

/** The first sentence of a description. */
function summaryOf({ description: { about } }: DescribedRow): string {
  const [sentence = about] = /^.*?\.(?= |$)/.exec(plainText(about)) ?? [];
  return sentence.replace(/\.$/, '');
}

function descriptionOf({ label, row, description }: DescribedRow): string {
  return [`\`${label}\``, plainText(description.about), factsOf(label, row, description).join('\n')].join('\n\n');
}

/** The ids in a path. */
export function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  }));
}

function ownParameters(rows: readonly DescribedRow[]): Json[] {
  const query = Object.assign({}, ...rows.map(({ description }) => description.query)) as Record<string, Parameter>;
  const headers = Object.assign({}, ...rows.map(({ description }) => description.headers)) as Record<string, Parameter>;
  const written =
    (where: string) =>
    ([name, parameter]: [string, Parameter]) =>
      withText(
        {
          name,
          in: where,
          ...(parameter.required ? { required: true } : {}),
          schema: where === 'query' && parameter.type === 'boolean' ? flag : parameterSchema(parameter),
        },
        parameterText(parameter),
      );
  return [...Object.entries(query).map(written('query')), ...Object.entries(headers).map(written('header'))];
}

/** A boolean of a query string. */
const flag = { type: 'integer', enum: [0, 1], default: 0 };

function commonParameters(method: string, rows: readonly DescribedRow[]): Json[] {
  const hasDocument = rows.some(({ description }) => description.answers.some(({ body }) => typeof body !== 'string'));
  const isGpx = rows.some(({ row }) => row.gpx);
  const isCompressible = rows.some(({ row, description }) => !row.md5 && (row.takes ?? description.body));
  return [
    ...(hasDocument ? [reference('parameters', isGpx ? 'formatOrGpx' : 'format')] : []),
    ...(method === 'get'
      ? [reference('parameters', 'ifNoneMatch')]
      : [
          reference('parameters', 'idempotencyKey'),
          ...(isCompressible ? [reference('parameters', 'contentEncoding')] : []),
        ]),
  ];
}

/** The body in each of its formats. Undefined for rows that read none. */
function requestBody(id: string, rows: readonly DescribedRow[]): Json | undefined {
  const content: Record<string, Json> = {};
  let isRequired = false;
  for (const { row, description } of rows) {
    const formats: readonly Format[] = row.takes ?? plainFields;
    const { body } = description;
    if (!body && formats.includes('json')) continue;
    isRequired ||= !body || Object.values(body).some(({ required }) => required);
    for (const format of formats) {
      const schema = body ? reference('schemas', bodyName(id)) : formats.includes('gpx') ? gpxText : bytes;
      content[mediaType(format)] = { schema, ...requestExample(id, format) };
      if (format === 'gpx') content[gzipType] = { schema: gzipFile };
    }
  }
  return Object.keys(content).length > 0 ? { required: isRequired, content } : undefined;
}

const bytes = { type: 'string', format: 'binary', description: 'The bytes of the file.' };
const gzipFile = { type: 'string', format: 'binary', description: 'A GPX document in gzip (`.gpx.gz`).' };
const gpxText = { type: 'string', description: 'A GPX document.' };

/** The name of the schema of a body. */
function bodyName(id: string): string {
  return `${id[0]?.toUpperCase()}${id.slice(1)}Body`;
}

/** The schemas of the bodies of an endpoint. */
export function bodySchemas(endpoint: Endpoint): Record<string, Json> {
  const { body } = endpoint.rows.find(({ description }) => description.body)?.description ?? {};
  return body ? { [bodyName(operationId(endpoint))]: inputSchema(body) } : {};
}

function responsesOf(id: string, method: string, rows: readonly DescribedRow[]): Json {
  const errors = Object.assign({}, ...rows.map(({ description }) => description.errors)) as RowDescription['errors'];
  const isOpen = rows.every(({ row }) => row.open);
  const tag = reference('headers', rows.some(({ row }) => row.parts) ? 'ETagUnlessInParts' : 'ETag');
  const responses: Record<string, Json> = {};
  for (const answer of rows.flatMap(({ description }) => description.answers))
    responses[answer.status] = answerResponse(method, answer, responses[answer.status], tag);
  if (method === 'get') responses[304] = reference('responses', 'NotModified');
  return withExamples(id, { ...responses, ...failureResponses(method, isOpen, errors) });
}

/** A successful answer, beside another one of the same status. */
function answerResponse(method: string, answer: Answer, before: Json | undefined, tag: Json): Json {
  const { body, location, when } = answer;
  const formats = body === 'empty' ? [] : body === 'GPX' ? (['gpx'] as const) : documents;
  const schema = body === 'empty' ? undefined : body === 'GPX' ? gpxText : answerSchema(body);
  const content = {
    ...(before?.['content'] as Json | undefined),
    ...Object.fromEntries(formats.map((format) => [mediaType(format), { schema }])),
  };
  const text = [body === 'empty' ? 'No body.' : undefined, when].filter(Boolean).join(' ') || 'Success.';
  return {
    description: (before?.['description'] as string | undefined) ?? text,
    headers: {
      ...(location
        ? {
            Location: {
              required: true,
              schema: { type: 'string' },
              description: `The absolute address of ${location}.`,
            },
          }
        : {}),
      ...(method === 'get'
        ? { ETag: tag, 'Content-Encoding': reference('headers', 'ContentEncoding') }
        : { 'Idempotency-Replayed': reference('headers', 'IdempotencyReplayed') }),
      Link: reference('headers', 'Link'),
      'GraphQL-Document-Id': reference('headers', 'GraphQLDocumentId'),
      'RateLimit-Limit': reference('headers', 'RateLimitLimit'),
      'RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
      'RateLimit-Reset': reference('headers', 'RateLimitReset'),
    },
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

/** The schema of the body of a successful answer. */
function answerSchema(body: Exclude<Answer['body'], string>): Json {
  if ('record' in body) return recordOf(body.record);
  if ('list' in body) return envelope('ListMeta', recordOf(body.list));
  if ('feed' in body) return envelope('FeedMeta', recordOf(body.feed));
  if ('array' in body) return listOf(recordOf(body.array));
  return mappingSchema(body.fields);
}

function envelope(meta: string, items: Json): Json {
  return {
    type: 'object',
    required: ['meta', 'objects'],
    properties: { meta: reference('schemas', meta), objects: listOf(items) },
    additionalProperties: false,
  };
}

/** Adds the recorded answers to the media types of the responses that they belong to. */
function withExamples(id: string, responses: Record<string, Json>): Json {
  for (const [status, byType] of Object.entries(answerExamples(id))) {
    const { content, ...rest } = (responses[status] ?? {}) as { content?: Record<string, Json> };
    if (!content) continue;
    const shown = Object.entries(content).map(([type, media]) => [type, withAnswer(type, media, byType)]);
    responses[status] = { ...rest, content: Object.fromEntries(shown) as Json };
  }
  return responses;
}
