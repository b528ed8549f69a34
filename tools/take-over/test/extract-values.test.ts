/** How values of another database become JSON in a bundle, and which differences are counted. */
import { describe, expect, test } from '@jest/globals';
import { fieldJson } from '../extract/field-json.ts';
import { Notes } from '../extract/notes.ts';
import type { Kind, Raw } from '../extract/source.ts';

const notes = () => new Notes();
const json = (name: string, kind: Kind, raw: Raw, counted = notes()) =>
  fieldJson({ name, kind }, `users.${name}`, counted)(raw);

test.each([
  ['0', '0'],
  ['-0', '0'],
  ['0.00', '0'],
  ['-0.50', '-0.5'],
  ['007', '7'],
  ['12.500', '12.5'],
  ['100', '100'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740993', '"9007199254740993"'],
  ['-9223372036854775808', '"-9223372036854775808"'],
  ['18446744073709551615', '"18446744073709551615"'],
  ['0.1', '0.1'],
  ['0.12345678901234567890', '"0.12345678901234567890"'],
  ['1e+25', '1e+25'],
  ['0.0000001', '"0.0000001"'],
  ['NaN', '"NaN"'],
  ['Infinity', '"Infinity"'],
])('the number %s becomes %s', (text, expected) => {
  expect(json('distance_in_meters', 'number', text)).toBe(expected);
});

test.each<[Kind, string, string]>([
  ['moment', '2012-05-06 07:08:09', '"2012-05-06T07:08:09"'],
  ['moment', '2012-05-06 07:08:09.123456', '"2012-05-06T07:08:09.123456"'],
  ['moment', '2012-05-06', '"2012-05-06"'],
  ['moment in UTC', '2012-05-06 07:08:09.5+00', '"2012-05-06T07:08:09.5Z"'],
  ['moment in UTC', '2012-05-06 07:08:09', '"2012-05-06T07:08:09Z"'],
  ['moment', 'infinity', '"infinity"'],
  ['moment', '0044-03-15 00:00:00 BC', '"0044-03-15 00:00:00 BC"'],
  ['moment', '0000-00-00 00:00:00', 'null'],
  ['moment', '1980-00-00', 'null'],
])('the %s %s becomes %s', (kind, text, expected) => {
  expect(json('date_joined', kind, text)).toBe(expected);
});

describe('fields that are true or false', () => {
  test.each<[Kind, Raw, string]>([
    ['number', '1', 'true'],
    ['number', '0', 'false'],
    ['boolean', 't', 'true'],
    ['text', 'False', 'false'],
    ['bits', Buffer.from([1]), 'true'],
    ['bits', '0', 'false'],
    ['number', null, 'null'],
  ])('are read from a %s', (kind, raw, expected) => {
    expect(json('is_active', kind, raw)).toBe(expected);
  });

  test('are counted if they are neither', () => {
    const counted = notes();
    expect(json('is_active', 'number', '2', counted)).toBe('2');
    expect(counted.lines()).toEqual([
      'users.is_active: 1 value should have been true or false, and stayed as they were.',
    ]);
  });

  test('are the only ones: a number of another name stays one', () => {
    expect(json('placement', 'number', '1')).toBe('1');
    expect(json('placement', 'boolean', 't')).toBe('true');
    expect(json('placement', 'bits', Buffer.from([1, 0]))).toBe('256');
  });
});

describe('fields that are lists or objects', () => {
  test('are the JSON that the text is, with all figures of its numbers, on one line', () => {
    expect(json('points', 'text', '[[52.123456789012345678, 13.4],\r\n[1, 2]]')).toBe(
      '[[52.123456789012345678, 13.4], [1, 2]]',
    );
    expect(json('extra', 'json', Buffer.from('{"a": "ü"}'))).toBe('{"a": "ü"}');
    expect(json('likers', 'text', ' ')).toBe('null');
    expect(json('body', 'text', '[1]')).toBe('"[1]"');
  });

  test('are counted if they are no JSON', () => {
    const counted = notes();
    expect(json('extra', 'text', "{u'a': 1}", counted)).toBe(`"{u'a': 1}"`);
    expect(json('extra', 'text', '{', counted)).toBe('"{"');
    expect(counted.lines()).toEqual(['users.extra: 2 values should have been JSON, and stayed text.']);
  });

  test('are lists of PostgreSQL', () => {
    expect(json('likers', { listOf: 'number' }, '{3,NULL,9007199254740993}')).toBe('[3,null,"9007199254740993"]');
    expect(json('api_keys', { listOf: 'text' }, String.raw`{abc,"a,b","\"c\\"}`)).toBe(
      String.raw`["abc","a,b","\"c\\"]`,
    );
    expect(json('points', { listOf: 'number' }, '{{1.5,2},{3,4}}')).toBe('[[1.5,2],[3,4]]');
    expect(json('likers', { listOf: 'boolean' }, '{}')).toBe('[]');
  });
});

test('bytes that are not UTF-8 are replaced and counted, and U+FFFD itself is not', () => {
  const counted = notes();
  expect(json('first_name', 'text', Buffer.from([0x41, 0xe9, 0x42]), counted)).toBe('"A\uFFFDB"');
  expect(json('first_name', 'text', Buffer.from('\uFFFD 🏃'), counted)).toBe('"\uFFFD 🏃"');
  expect(counted.lines()).toEqual([
    'users.first_name: 1 value had bytes that are not UTF-8; U+FFFD stands in their place.',
  ]);
});
