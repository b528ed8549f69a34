/** JSON is written and read correctly. */
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { writeJson } from '../json/write.ts';
import { readJson } from '../json/read.ts';
import { MalformedBody } from '../body/malformed-body.ts';
import { float } from '../values/wire-value.ts';
import { plain, wireValues } from './wire-values.ts';
import { cpuTime, holds } from '@runners/testing';

test('writes floats as numbers, keeps the order, and leaves out absent values', () => {
  expect(writeJson({ b: float(5), a: float(null), c: undefined, d: Number.NaN })).toBe('{"b":5,"a":null,"d":null}');
});

test('everything that is written is read back equal', () => {
  holds(
    fc.property(wireValues, (value) => {
      expect(plain(readJson(Buffer.from(writeJson(value))))).toEqual(plain(value));
    }),
  );
});

test.each<[string, unknown]>([
  ['{"a": [1, 2.5, "x", null, true]}', { a: [1, 2.5, 'x', null, true] }],
  ['\ufeff{"a": 1}', { a: 1 }],
  ['{"a": "[[{{\\"[\\\\"}', { a: '[[{{"[\\' }],
  ['[1]', [1]],
  ['"x"', 'x'],
  ['5', 5],
  ['null', null],
  [`${'['.repeat(100)}${']'.repeat(100)}`, expect.anything()],
])('reads %s', (json, value) => {
  expect(readJson(Buffer.from(json))).toEqual(value);
});

test('__proto__ is an ordinary key', () => {
  const value = readJson(Buffer.from('{"__proto__": {"polluted": 1}}')) as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(value['polluted']).toBeUndefined();
});

test.each<[string, string | Buffer]>([
  ['nothing', ''],
  ['text', 'hello'],
  ['a form', 'a=1&b=2'],
  ['an object left open', '{"a": 1'],
  ['a comma too many', '{"a": 1,}'],
  ['single quotes', "{'a': 1}"],
  ['NaN', '{"a": NaN}'],
  ['a line end in a string', '{"a": "\n"}'],
  ['more after the end', '{} {}'],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['UTF-16', Buffer.from('{"a": 1}', 'utf16le')],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['too deep', '['.repeat(101) + ']'.repeat(101)],
  ['32 MiB of brackets', Buffer.alloc(32 << 20, '[')],
  ['32 MiB of braces', Buffer.alloc(32 << 20, '{"a":')],
  ['32 MiB of a string', Buffer.alloc(32 << 20, '"\\')],
  ['32 MiB of numbers', `[${'1,'.repeat((16 << 20) - 2)}1]`],
  ['32 MiB of empty lists', `[${'[],'.repeat((10 << 20) - 1)}[]]`],
  ['32 MiB of fields', `{${'"a":1,'.repeat(5 << 20)}"b":1}`],
])('refuses %s', (_what, json) => {
  const bytes = Buffer.from(json as string);
  const start = cpuTime();
  let thrown: unknown;
  try {
    readJson(bytes, 1_500_000);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(MalformedBody);
  expect((thrown as Error).message).toMatch(/^[^\n\r]{1,200}$/);
  expect(cpuTime() - start).toBeLessThan(5000);
});

test('states the position of errors', () => {
  expect(() => readJson(Buffer.from('{"a": 1,\n "b" 2}'))).toThrow('the body is not valid JSON (line 2 column 6)');
});
