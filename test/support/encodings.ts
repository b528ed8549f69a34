import { stringify } from 'yaml';
import { contentTypes } from './client.ts';
import type { Mapping, Parcel } from './client.ts';

/** One way of sending fields: what comes after the path, and the parcel. */
interface Encoded {
  query: string;
  parcel: Parcel;
}

/** The ways of sending plain fields (decisions W2, W3). */
export const encodings = {
  json: (fields: Mapping): Encoded => body('json', JSON.stringify(fields)),
  xml: (fields: Mapping): Encoded => body('xml', xmlOf(fields)),
  yaml: (fields: Mapping): Encoded => body('yaml', stringify(fields)),
  form: (fields: Mapping): Encoded => body('form', formOf(fields)),
  query: (fields: Mapping): Encoded => ({ query: `?${formOf(fields)}`, parcel: {} }),
} as const;

/** Their names, for `test.each`. */
export const encodingNames = Object.keys(encodings) as (keyof typeof encodings)[];

function body(type: keyof typeof contentTypes, text: string): Encoded {
  return { query: '', parcel: { headers: { 'Content-Type': contentTypes[type] }, body: text } };
}

function formOf(fields: Mapping): string {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Fields as an untyped XML document, lists as lists of `<object>` or `<value>`. */
function xmlOf(fields: Mapping): string {
  const element = (name: string, value: unknown): string => {
    if (Array.isArray(value))
      return `<${name} type="list">${value.map((item) => element(typeof item === 'object' ? 'object' : 'value', item)).join('')}</${name}>`;
    if (typeof value === 'object' && value !== null)
      return `<${name}>${Object.entries(value)
        .map(([key, inner]) => element(key, inner))
        .join('')}</${name}>`;
    const text = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `<${name}>${text}</${name}>`;
  };
  return element('object', fields);
}
