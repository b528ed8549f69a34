import type { Format } from '../formats/formats.ts';
import { formatEntry, mediaType } from '../formats/formats.ts';
import type { WireMapping } from '@runners/wire';
import type { Json } from './json-schema.ts';
import recorded from './examples.json' with { type: 'json' };

/** The requests of an operation, and what was answered to them and to others, by status and media type. */
export interface OperationExample {
  /** The fields of a body. */
  fields?: WireMapping;
  /** A GPX file. */
  gpx?: string;
  answers: Record<string, Record<string, unknown>>;
}

/** The answers of a service, which `test/rest-compat/openapi.test.ts` records. */
const examples = recorded as unknown as Readonly<Record<string, OperationExample>>;

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
