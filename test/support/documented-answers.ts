import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { resources } from '../../rest-compat/discovery/resources.ts';
import { openApiDocument } from '../../rest-compat/openapi/document.ts';
import type { Json } from '../../rest-compat/openapi/json-schema.ts';
import { base } from '../../rest-compat/uris.ts';
import { wireValue } from './read-wire.ts';

/** A request to the REST interface and its answer, as far as the OpenAPI document describes them. */
export interface Exchange {
  method: string;
  /** Path and query. */
  url: string;
  /** The value of `X-HTTP-Method-Override`. */
  override: string | undefined;
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface DocumentedHeader {
  required?: boolean;
  $ref?: string;
}

interface DocumentedResponse extends Json {
  content?: Record<string, Json>;
  headers?: Record<string, DocumentedHeader>;
  'x-may-be-empty'?: boolean;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as ReturnType<typeof openApiDocument>;
const id = 'https://runners.example/openapi.json';
/** All test files of a process share this module (`run-in-node.ts`), so that each schema is compiled once in it. */
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** The paths as patterns. A fixed segment takes precedence over an id. */
const patterns = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({
    path,
    pattern: new RegExp(
      `^${path
        .replace(/\/$/, '')
        .replaceAll('.', String.raw`\.`)
        .replace('{resource}', `(?:${resources.join('|')})`)
        .replaceAll(/\{\w+\}/g, '(0*[1-9]\\d{0,15})')}/?$`,
    ),
  }));

/**
 * Compares an answer with the OpenAPI document: its status, content type, body and required headers.
 * @returns a sentence about the first difference, or null
 */
export function departureOf({ method, url, override, status, headers, text }: Exchange): string | null {
  const place = placeOf(url);
  if (!place)
    return isEmpty(404, { status, text }) || status === 429 || status === 503 ? null : 'no such path is documented';
  const effective = methodOf(method, override);
  const operation = document.paths[place]?.[effective === 'head' ? 'get' : effective];
  if (!operation) {
    const isOptions = effective === 'options';
    if (!isEmpty(isOptions ? 200 : 405, { status, text })) return `${effective} is not documented`;
    return headers.allow === undefined ? 'Allow is missing' : null;
  }
  const responses = operation['responses'] as Record<string, Json>;
  const found = responses[status];
  if (!found) return `status ${status} is not documented`;
  const [pointer, response] = resolved(place, effective === 'head' ? 'get' : effective, status, found);
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const { required } = dereferenced(header);
    if (required && headers[name.toLowerCase()] === undefined) return `the header ${name} is missing`;
  }
  if (method === 'HEAD') return null;
  if (text === '') return !response.content || response['x-may-be-empty'] ? null : 'the body is empty';
  const type = headers['content-type']?.split(';', 1)[0] ?? 'no type';
  if (!response.content?.[type]) return `a body of ${type} is not documented`;
  return faultOf(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`, type, headers, text);
}

/** The method that a request means, in lower case. A POST may name another one, but not any. */
function methodOf(method: string, override: string | undefined): string {
  if (method !== 'POST' || override === undefined) return method.toLowerCase();
  const [named = '', ...others] = new Set(override.split(',').map((one) => one.trim().toLowerCase()));
  return ['patch', 'put', 'delete'].includes(named) && others.length === 0 ? named : 'unknown';
}

const isEmpty = (expected: number, { status, text }: { status: number; text: string }) =>
  status === expected && text === '';

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path of the document that a URL belongs to. Undefined for an id that no object can have. */
function placeOf(url: string): string | undefined {
  const path = decoded(url.slice(base.length).split('?', 1)[0] as string);
  return patterns.find(({ pattern }) => {
    const [whole, ...ids] = pattern.exec(path) ?? [];
    return whole !== undefined && ids.every((one) => one === undefined || Number.isSafeInteger(Number(one)));
  })?.path;
}

function dereferenced(header: DocumentedHeader): DocumentedHeader {
  const { $ref } = header;
  return $ref === undefined ? header : (document.components['headers']?.[$ref.split('/').at(-1) as string] ?? {});
}

/** A response with its place in the document, after a reference. */
function resolved(path: string, method: string, status: number, found: Json): [string, DocumentedResponse] {
  const { $ref } = found as { $ref?: string };
  if ($ref === undefined)
    return [`#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`, found as DocumentedResponse];
  return [$ref, document.components['responses']?.[$ref.split('/').at(-1) as string] as DocumentedResponse];
}

function faultOf(pointer: string, type: string, headers: IncomingHttpHeaders, text: string): string | null {
  let validate = validators.get(pointer);
  if (!validate) {
    ajv ??= new Ajv2020({ strict: false, validateFormats: false, allErrors: false }).addSchema(document, id);
    validate = ajv.compile({ $ref: `${id}${encodeURI(pointer)}` });
    validators.set(pointer, validate);
  }
  if (validate(valueOf(type, headers, text))) return null;
  return (validate.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`)
    .join(', ');
}

/** The value of a body, as its schema describes it. */
function valueOf(type: string, headers: IncomingHttpHeaders, text: string): unknown {
  if (type === 'application/json') return JSON.parse(text);
  if (type === 'application/xml' || type === 'text/yaml')
    return wireValue({ status: 200, headers, text, json: () => JSON.parse(text) });
  return type === 'application/yaml' ? {} : text;
}
