/** Requests and answers have the specified content types. */
import { expect, test } from '@jest/globals';

import { bodyFormat } from '../../../rest-compat/formats/content-type.ts';
import { formatEntry, formats, mediaType } from '../../../rest-compat/formats/formats.ts';

test.each<[string | undefined, string]>([
  ['application/json', 'json'],
  ['APPLICATION/Json; Charset=UTF-8', 'json'],
  ['application/json;', 'json'],
  ['application/xml', 'xml'],
  ['text/xml ; charset=utf-8', 'xml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['application/x-www-form-urlencoded; charset=UTF-8', 'form'],
  ['application/X.service-GPX+xml', 'gpx'],
  ['application/X.service-GPX+xml; charset=utf-8', 'gpx'],
  ['application/x.service-gpx+xml', 'unknown'],
  ['APPLICATION/X.service-GPX+xml', 'unknown'],
  ['"application/X.service-GPX+xml"', 'unknown'],
  ['image/jpeg', 'jpeg'],
  ['IMAGE/JPG', 'jpeg'],
  ['image/png', 'png'],
  ['text/plain', 'unknown'],
  ['multipart/form-data; boundary=x', 'unknown'],
  ['constructor', 'unknown'],
  ['; charset=utf-8', 'unknown'],
  [undefined, 'missing'],
  ['', 'missing'],
  [' ', 'missing'],
])('%s is %s', (header, format) => {
  expect(bodyFormat(header)).toBe(format);
});

test('replies state their charset (W1)', () => {
  expect(formats.json.contentType).toBe('application/json; charset=utf-8');
  expect(formats.xml.contentType).toBe('application/xml; charset=utf-8');
  expect(formats.yaml.contentType).toBe('text/yaml; charset=utf-8');
  expect(formats.gpx.contentType).toBe('application/X.service-GPX+xml; charset=utf-8');
  expect(mediaType('yaml')).toBe('text/yaml');
});

test('the accepted and the written formats', () => {
  expect(Object.keys(formats).filter((name) => formatEntry(name as 'json').write)).toEqual(['json', 'xml', 'yaml']);
  expect(Object.keys(formats).filter((name) => formatEntry(name as 'json').read)).toEqual([
    'json',
    'xml',
    'yaml',
    'form',
  ]);
});
