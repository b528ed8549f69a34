import { existsSync, readFileSync } from 'node:fs';
import type { Format } from '../formats/formats.ts';
import { formatEntry, mediaType } from '../formats/formats.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import type { Json } from './json-schema.ts';

/** The requests of an operation, and what was answered to them and to others, by status and media type. */
export interface OperationExample {
  /** The fields of a body. */
  fields?: WireMapping;
  /** A GPX file. */
  gpx?: string;
  answers: Record<string, Record<string, unknown>>;
}

/** Where the examples are, which `test/rest-compat/openapi.test.ts` takes from the answers of a service. */
export const examplesFile = new URL('../../../rest-compat/openapi/examples.json', import.meta.url);

const examples: Readonly<Record<string, OperationExample>> = existsSync(examplesFile)
  ? (JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, OperationExample>)
  : {};

/** The recorded answers of an operation, by status and media type. */
export function answerExamples(operation: string): Record<string, Record<string, unknown>> {
  return examples[operation]?.answers ?? {};
}

/** The example of a request in a format, as the `example` of a media type. */
export function requestExample(operation: string, format: Format): Json {
  const { fields, gpx } = examples[operation] ?? {};
  if (format === 'gpx') return gpx === undefined ? {} : { example: gpx };
  if (!fields) return {};
  if (format === 'json') return { example: fields };
  if (format === 'form') return { example: new URLSearchParams(fields as Record<string, string>).toString() };
  const { write } = formatEntry(format);
  return write ? { example: write(fields) } : {};
}

/** The media types of documents, by the names of `?format=`. */
export const documentTypes = { json: mediaType('json'), xml: mediaType('xml'), yaml: mediaType('yaml') } as const;
