import { readJson } from '../../src/platform/bodies/read-json.ts';
import { readForm } from './form.ts';
import { writeJson } from './json.ts';
import type { WireValue } from './wire-value.ts';
import { readXml } from './xml-in.ts';
import { writeXml } from './xml-out.ts';
import { readYaml } from './yaml-in.ts';
import { writeYaml } from './yaml-out.ts';

/** A format, as the router knows it. A new format is one entry in `formats`. */
interface FormatEntry {
  /** The Content-Type of replies. Its media type also names the format in Content-Type and Accept. */
  readonly contentType: string;
  /** Other media types that mean the same, in lower case (decisions W1). */
  readonly aliases: readonly string[];
  /** The media type is compared with case: true for GPX only (decisions W2). */
  readonly caseSensitive?: true;
  /** Writes a reply. Absent where replies aren't wire values. */
  readonly write?: (value: WireValue) => string;
  /**
   * Reads a body of at most so many values; throws MalformedBody only (TooManyValues is one). Absent where bodies aren't
   * wire values.
   */
  readonly read?: (bytes: Buffer, maxValues: number) => unknown;
}

/** The formats of the REST interface, by their names in `?format=`. */
export const formats = {
  json: { contentType: 'application/json; charset=utf-8', aliases: [], write: writeJson, read: readJson },
  xml: { contentType: 'application/xml; charset=utf-8', aliases: ['text/xml'], write: writeXml, read: readXml },
  yaml: {
    contentType: 'text/yaml; charset=utf-8',
    aliases: ['application/yaml', 'application/x-yaml', 'text/x-yaml'],
    write: writeYaml,
    read: readYaml,
  },
  form: { contentType: 'application/x-www-form-urlencoded', aliases: [], read: readForm },
  gpx: { contentType: 'application/X.service-GPX+xml; charset=utf-8', aliases: [], caseSensitive: true },
  jpeg: { contentType: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'] },
  png: { contentType: 'image/png', aliases: ['image/x-png'] },
} as const satisfies Record<string, FormatEntry>;

/** The name of a format. */
export type Format = keyof typeof formats;

/** A format's entry, with every property that an entry may have. */
export function formatEntry(format: Format): FormatEntry {
  return formats[format];
}

/** The media type that names a format, without parameters, in the case it is written with. */
export function mediaType(format: Format): string {
  return formats[format].contentType.split(';', 1)[0]!;
}

const names = Object.keys(formats) as Format[];
const exact = new Map(names.map((name) => [mediaType(name), name]));
const folded = new Map(
  names
    .filter((name) => !formatEntry(name).caseSensitive)
    .flatMap((name) => [mediaType(name), ...formats[name].aliases].map((type) => [type, name] as const)),
);

/** The format a media type (without parameters) names; undefined when it names none of ours. */
export function formatOf(type: string): Format | undefined {
  return exact.get(type) ?? folded.get(type.toLowerCase());
}
