import { utf8Of } from '@runners/recordings';
import { asBody } from '../../src/domain/tracks/workout-file.ts';
import { MAX_ITEMS } from '../../src/platform/bodies/max-values.ts';
import {
  makeNegotiate,
  MediaTypes,
  readForm,
  readJson,
  readXml,
  readYaml,
  writeJson,
  writeXml,
  writeXmlItem,
  writeYaml,
} from '@runners/wire';
import type { NamedFormat, WireValue } from '@runners/wire';

/** A format of bodies or replies. A new format is one entry in `formats`. */
interface FormatEntry extends NamedFormat {
  /** Writes a reply. Absent for formats in which wire values cannot be written. */
  readonly write?: (value: WireValue) => string;
  /** Writes an item of the list that is a reply, or its `objects`, and what stands between two of them. */
  readonly item?: (value: WireValue) => string;
  readonly between?: string;
  /**
   * Reads a body with at most this many values. It throws only MalformedBody, of which TooManyValues is a subclass.
   * Absent for formats that do not contain wire values. `charset` is the parameter of the type, in lower case.
   */
  readonly read?: (bytes: Buffer, maxValues: number, charset: string) => unknown;
}

/** The formats of the REST interface, by their names in `?format=`. */
export const formats = {
  json: {
    contentType: 'application/json; charset=utf-8',
    aliases: [],
    write: writeJson,
    item: writeJson,
    between: ',',
    read: readJson,
  },
  xml: {
    contentType: 'application/xml; charset=utf-8',
    aliases: ['text/xml'],
    write: writeXml,
    item: writeXmlItem,
    between: '',
    read: (bytes, maxValues) =>
      readXml(
        asBody(() => utf8Of(bytes)),
        maxValues,
        MAX_ITEMS,
      ),
  },
  yaml: {
    contentType: 'text/yaml; charset=utf-8',
    aliases: ['application/yaml', 'application/x-yaml', 'text/x-yaml'],
    write: writeYaml,
    item: (value) => writeYaml([value]),
    between: '',
    read: readYaml,
  },
  form: { contentType: 'application/x-www-form-urlencoded', aliases: [], read: readForm },
  gpx: { contentType: 'application/X.service-GPX+xml; charset=utf-8', aliases: [], caseSensitive: true },
  jpeg: { contentType: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'] },
  png: { contentType: 'image/png', aliases: ['image/x-png'] },
} as const satisfies Record<string, FormatEntry>;

/** The name of a format. */
export type Format = keyof typeof formats;

/** The entry of a format, with all properties that an entry may have. */
export function formatEntry(format: Format): FormatEntry {
  return formats[format];
}

const types = new MediaTypes<Format>(formats);

/** The media type that names a format, without parameters, in its original case. */
export function mediaType(format: Format): string {
  return types.nameOf(format);
}

/** The format that a media type (without parameters) names, or undefined for an unsupported one. */
export function formatOf(type: string): Format | undefined {
  return types.formatOf(type);
}

/** Chooses the format of a reply (decisions W1): JSON unless the caller prefers another one. GPX is chosen only by its own type or name. */
export const negotiate = makeNegotiate(types, 'json');
