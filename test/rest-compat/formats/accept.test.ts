/** The Accept header and the format parameter determine the format of an answer. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { negotiate } from '../../../rest-compat/formats/formats.ts';
import type { Format } from '../../../rest-compat/formats/formats.ts';
import { cpuTime, holds } from '@runners/testing';

const usual: Format[] = ['json', 'xml', 'yaml'];

describe('Accept', () => {
  test.each<[string | undefined, Format]>([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/xml', 'xml'],
    ['text/xml', 'xml'],
    ['APPLICATION/XML; charset=utf-8', 'xml'],
    ['text/yaml', 'yaml'],
    ['application/yaml', 'yaml'],
    ['application/x-yaml', 'yaml'],
    ['text/*', 'yaml'],
    ['application/*', 'json'],
    // quality
    ['application/json;q=0.5, application/xml', 'xml'],
    ['application/json;q=0.5, application/xml;q=0.4', 'json'],
    ['application/xml;q=0.9, text/yaml;q=0.95', 'yaml'],
    ['application/xml; Q=0.9 , */*;q=0.8', 'xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
    ['application/xml;q=0.3, text/xml;q=0.9, application/json;q=0.5', 'xml'],
    // closeness
    ['application/xml, */*', 'xml'],
    ['*/*, text/yaml', 'yaml'],
    ['application/*, text/yaml', 'yaml'],
    ['text/*, */*', 'yaml'],
    ['*/*;q=1, application/json;q=0.1, application/xml;q=0.1', 'yaml'],
    // ties
    ['application/xml, application/json', 'json'],
    ['application/xml, text/yaml', 'json'],
    ['text/xml, application/xml', 'xml'],
    // nothing acceptable
    ['text/html', 'json'],
    ['image/*', 'json'],
    ['application/X.service-GPX+xml', 'json'],
    ['application/xml;q=0', 'json'],
    // q=0 excludes
    ['application/xml;q=0, */*', 'json'],
    ['application/json;q=0, application/xml;q=0, */*', 'yaml'],
    ['application/json;q=0, */*', 'xml'],
    ['application/json;q=0', 'json'],
    // older Java clients
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
    // quoted parameters, empty elements
    ['application/xml;a="x,\\"y;q=0";q=0.5', 'xml'],
    [',, application/xml ,;', 'json'],
    [', application/xml,', 'xml'],
    // malformed
    ['application/xml;q=high', 'json'],
    ['application/xml;q=2', 'json'],
    ['application/xml;q=-1', 'json'],
    ['application/xml application/xml', 'json'],
    ['application', 'json'],
    ['application/xml, <script>', 'json'],
    ['application/xml\r\nX-Injected: 1', 'json'],
    [`application/xml, ${'a/b, '.repeat(5000)}`, 'json'],
  ])('%j gives %s', (accept, format) => {
    expect(negotiate(accept, undefined, usual)).toBe(format);
  });

  test.each<[string, Format]>([
    ['application/X.service-GPX+xml', 'gpx'],
    ['application/X.service-GPX+xml; charset=utf-8', 'gpx'],
    ['application/x.service-gpx+xml', 'json'],
    ['application/X.service-GPX+xml, */*;q=0.1', 'gpx'],
    ['application/X.service-GPX+xml;q=0.5, application/json', 'json'],
    ['application/*', 'json'],
    ['*/*', 'json'],
    ['application/json;q=0, application/xml;q=0, text/yaml;q=0, */*', 'json'],
  ])('%j gives %s where GPX is offered', (accept, format) => {
    expect(negotiate(accept, undefined, [...usual, 'gpx'])).toBe(format);
  });
});

describe('format parameter', () => {
  test.each<[string | undefined, string | undefined, Format]>([
    ['application/json', 'xml', 'xml'],
    ['application/xml', 'json', 'json'],
    [undefined, 'YAML', 'yaml'],
    ['application/xml', 'plist', 'json'],
    ['application/xml', 'form', 'json'],
    ['application/xml', 'constructor', 'json'],
    ['application/xml', '', 'xml'],
    [undefined, 'gpx', 'json'],
  ])('with Accept %j, format=%j gives %s', (accept, format, chosen) => {
    expect(negotiate(accept, format, usual)).toBe(chosen);
  });

  test('GPX if it is offered', () => {
    expect(negotiate(undefined, 'gpx', [...usual, 'gpx'])).toBe('gpx');
  });
});

test('any header leads to an offered format, and fast', () => {
  const part = fc.constantFrom(
    'a/b',
    'text/xml',
    '*',
    '*/*',
    ';',
    ',',
    ' ',
    'q',
    '=',
    '0',
    '1',
    '.',
    '"',
    '\\',
    '\t',
    'x',
  );
  holds(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      expect(usual).toContain(negotiate(parts.join(''), undefined, usual));
    }),
  );
});

test.each([
  `a/b;${' '.repeat(4000)}@`,
  `a/b${'; '.repeat(2000)}@`,
  `a/b${';  a'.repeat(1000)}@`,
  `a/b;a="${'\\'.repeat(4000)}`,
  `a/b;a=${'"a" '.repeat(1000)}`,
  'a/'.repeat(2000),
  'a/b,'.repeat(1000),
])('hostile header %#', (accept) => {
  const start = cpuTime();
  expect(negotiate(accept, undefined, usual)).toBe('json');
  expect(cpuTime() - start).toBeLessThan(2000);
});
