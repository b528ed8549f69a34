import { parse as parseList } from 'postgres-array';
import type { Notes } from './notes.ts';
import type { Column, Kind, Raw } from './source.ts';
import { pathOfAddress } from '../bundle/url-path.ts';
import { booleans, fileFields, filesFolder, structured } from './special-fields.ts';
import { bitsOf, momentOf, numberJson, textOf } from './texts.ts';

/** Returns the JSON of a value of one field. */
type ToJson = (raw: Raw) => string;

/**
 * Returns the function that turns the values of a column into JSON, by the field that it is named like and by the kind of the column.
 * @param field the file and the field, like `users.first_name`, under which differences are counted
 */
export function fieldJson({ name, kind }: Column, field: string, notes: Notes): ToJson {
  const invalid = () => notes.count(field, 'invalidBytes');
  const plain = plainJson(kind, invalid, () => notes.count(field, 'zeroDate'));
  if (booleans.has(name)) {
    return (raw) => {
      if (raw === null) return 'null';
      const value = truth[(kind === 'bits' ? bitsOf(raw) : textOf(raw, invalid)).toLowerCase()];
      if (value !== undefined) return value;
      notes.count(field, 'notBoolean');
      return plain(raw);
    };
  }
  if (kind === 'json' || (kind === 'text' && structured.has(name))) {
    return (raw) => {
      if (raw === null) return 'null';
      const text = textOf(raw, invalid);
      const json = asJson(text);
      if (json === null) notes.count(field, 'notJson');
      return json ?? JSON.stringify(text);
    };
  }
  if (fileFields.has(name)) {
    return (raw) => {
      const text = raw === null ? '' : textOf(raw, invalid);
      if (text === '') return 'null';
      return JSON.stringify(pathOfAddress(text) === null ? `${filesFolder}/${text}` : text);
    };
  }
  return (raw) => (raw === null ? 'null' : plain(raw));
}

const truth: Readonly<Record<string, string>> = {
  '0': 'false',
  '1': 'true',
  f: 'false',
  t: 'true',
  false: 'false',
  true: 'true',
};

function plainJson(kind: Kind, invalid: () => void, zeroDate: () => void): (raw: Exclude<Raw, null>) => string {
  if (typeof kind === 'object') return (raw) => listJson(textOf(raw, invalid), kind.listOf);
  if (kind === 'number') return (raw) => numberJson(textOf(raw, invalid));
  if (kind === 'bits') return (raw) => numberJson(bitsOf(raw));
  if (kind === 'boolean') return (raw) => truth[textOf(raw, invalid)] ?? 'null';
  if (kind === 'moment' || kind === 'moment in UTC') {
    const zone = kind === 'moment' ? '' : 'Z';
    return (raw) => {
      const text = momentOf(textOf(raw, invalid), zone);
      if (text === null) zeroDate();
      return JSON.stringify(text);
    };
  }
  return (raw) => JSON.stringify(textOf(raw, invalid));
}

/** The text itself if it is JSON, so that no number in it is rounded, on one line; null if it is not JSON. */
function asJson(text: string): string | null {
  // A form that was left empty.
  if (text.trim() === '') return 'null';
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  // Between the values of JSON, and nowhere else, lines may end.
  return /[\n\r]/.test(text) ? text.replaceAll(/[\n\r]+/g, ' ') : text;
}

type Nested = string | null | Nested[];

function listJson(text: string, of: 'number' | 'boolean' | 'text'): string {
  const json = (item: Nested): string => {
    if (item === null) return 'null';
    if (Array.isArray(item)) return `[${item.map(json).join(',')}]`;
    if (of === 'number') return numberJson(item);
    return of === 'boolean' ? (truth[item] ?? 'null') : JSON.stringify(item);
  };
  return json(parseList(text, (item) => item) as Nested);
}
