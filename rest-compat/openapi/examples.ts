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

/** The example of a request in a format, for its media type. A mapping is shown as what it contains, and in XML also as it is written. */
export function requestExample(operation: string, format: Format): Json {
  const { fields, gpx } = examples[operation] ?? {};
  if (format === 'gpx') return gpx === undefined ? {} : { example: gpx };
  if (!fields) return {};
  const { write } = formatEntry(format);
  return format === 'xml' && write ? xmlExample(write(fields), fields) : { example: fields };
}

/** A media type with the recorded answer of that type, if there is one. */
export function withAnswer(type: string, media: unknown, recorded: Readonly<Record<string, unknown>>): unknown {
  if (!(type in recorded)) return media;
  const content = recorded[documentTypes.json];
  const shown = { ...(media as Json), example: recorded[type] };
  if (typeof content !== 'object') return shown;
  if (type === documentTypes.xml) return { ...(media as Json), ...xmlExample(recorded[type], content) };
  return type === documentTypes.yaml ? { ...shown, example: content } : shown;
}

/** A document in XML. Its value is what it contains, which has the types of the schema, and the description is the document itself. */
function xmlExample(text: unknown, value: unknown): Json {
  return { examples: { document: { description: `\`\`\`xml\n${String(text)}\n\`\`\``, value } } };
}

/** The media types of documents, by the names of `?format=`. */
export const documentTypes = { json: mediaType('json'), xml: mediaType('xml'), yaml: mediaType('yaml') } as const;
