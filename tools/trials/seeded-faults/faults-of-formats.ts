import type { SeededFault } from './faults.ts';

const fault = (file: string, what: string, from: string, to: string, row: string, at: string): SeededFault => ({
  file: file.startsWith('packages/') ? `${file}.js` : `dist/rest-compat/${file}.js`,
  what,
  from,
  to,
  row,
  at,
});

/** Faults of how values are written and read in each format. */
export const faultsOfFormats: readonly SeededFault[] = [
  fault('packages/wire/dist/xml/write', 'XML has no hint of integers', ' type="integer">', '>', '/', ''),
  fault(
    'packages/wire/dist/xml/write',
    'booleans of XML are in lower case',
    "'True' : 'False'",
    "'true' : 'false'",
    '/',
    '',
  ),
  fault(
    'packages/wire/dist/xml/write',
    'a null of XML is empty',
    '<${name} type="null"/>',
    '<${name}></${name}>',
    '/',
    '',
  ),
  fault(
    'packages/wire/dist/yaml/write',
    'an ambiguous text of YAML has no quotes',
    "return `'${value.replaceAll(\"'\", \"''\")}'`;",
    'return value;',
    '/',
    '',
  ),
  fault('packages/wire/dist/values/number-text', 'a float has no fraction', '? `${text}.0`', '? text', '/', ''),
  fault(
    'formats/formats',
    'a Content-Type is text/xml',
    "contentType: 'application/xml; charset=utf-8'",
    "contentType: 'text/xml; charset=utf-8'",
    '/',
    'content-type',
  ),
  fault(
    'packages/wire/dist/form/read',
    'a plus of a form is not a blank',
    "decodeURIComponent(text.replaceAll('+', ' '))",
    'decodeURIComponent(text)',
    '/',
    '',
  ),
];
