import { fault } from './seeded-fault.ts';
import type { SeededFault } from './seeded-fault.ts';

/** Faults of how values are written and read in each format. */
export const faultsOfFormats: readonly SeededFault[] = [
  fault('packages/wire/xml/write', 'XML has no hint of integers', ' type="integer">', '>', '/', ''),
  fault(
    'packages/wire/xml/write',
    'booleans of XML are in lower case',
    "'True' : 'False'",
    "'true' : 'false'",
    '/',
    '',
  ),
  fault('packages/wire/xml/write', 'a null of XML is empty', '<${name} type="null"/>', '<${name}></${name}>', '/', ''),
  fault(
    'packages/wire/yaml/write',
    'an ambiguous text of YAML has no quotes',
    "return `'${value.replaceAll(\"'\", \"''\")}'`;",
    'return value;',
    '/',
    '',
  ),
  fault('packages/wire/values/number-text', 'a float has no fraction', '? `${text}.0`', '? text', '/', ''),
  fault(
    'rest-compat/formats/formats',
    'a Content-Type is text/xml',
    "contentType: 'application/xml; charset=utf-8'",
    "contentType: 'text/xml; charset=utf-8'",
    '/',
    'content-type',
  ),
  fault(
    'packages/wire/form/read',
    'a plus of a form is not a blank',
    "decodeURIComponent(text.replaceAll('+', ' '))",
    'decodeURIComponent(text)',
    '/',
    '',
  ),
];
