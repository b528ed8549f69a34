import { stringify } from 'yaml';
import { formatEntry, formats } from '../formats/formats.ts';
import type { Format } from '../formats/formats.ts';
import type { WireValue } from '@runners/wire';
import { openApiDocument } from '../openapi/document.ts';
import { describeResource, listResources, resources, schemaPath } from './resources.ts';

/** A document about the interface, which is the same for every caller. */
export interface Document {
  /** What the log and the metrics call it. */
  label: string;
  /** The formats in which it is written. */
  formats: readonly Format[];
  /** Its text in a format. */
  write(format: Format): { contentType: string; text: string };
}

const wire = (label: string, value: () => WireValue): Document => ({
  label,
  formats: ['json', 'xml', 'yaml'],
  write: (format) => {
    const { contentType, write } = formatEntry(format);
    return { contentType, text: write?.(value()) ?? '' };
  },
});

/** The documents by their paths below the base, without the last slash. */
export const documents: ReadonlyMap<string, Document> = new Map([
  ['', wire('GET /', listResources)],
  ...resources.map((name): [string, Document] => [
    schemaPath(name).replace(/\/$/, ''),
    wire('GET /[resource]/schema/', () => describeResource(name)),
  ]),
  [
    '/openapi.json',
    {
      label: 'GET /openapi.json',
      formats: ['json'],
      write: () => ({ contentType: formats.json.contentType, text: JSON.stringify(openApiDocument()) }),
    },
  ],
  [
    '/openapi.yaml',
    {
      label: 'GET /openapi.yaml',
      formats: ['yaml'],
      // Without references to equal parts, which some readers of YAML do not follow.
      write: () => ({
        contentType: 'application/yaml; charset=utf-8',
        text: stringify(openApiDocument(), { aliasDuplicateObjects: false, lineWidth: 0 }),
      }),
    },
  ],
]);
