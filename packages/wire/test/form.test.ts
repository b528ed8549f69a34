/** Bodies with form data are read correctly. */
import { expect, test } from '@jest/globals';

import { readForm, readQuery } from '../form/read.ts';
import { MalformedBody } from '../body/malformed-body.ts';
import { asLast, asList, Repeated } from '../values/untyped-value.ts';

test.each<[string, Record<string, unknown>]>([
  ['param1=data1&param2=data2', { param1: 'data1', param2: 'data2' }],
  ['a=b+c%20d%2B&e%3D=%C3%A9%F0%9F%8F%83', { a: 'b c d+', 'e=': 'é🏃' }],
  ['a=é', { a: 'é' }],
  ['a=b=c', { a: 'b=c' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=b', { '': 'b' }],
  ['&a=1&&b=2&', { a: '1', b: '2' }],
  ['a=1&b=2&a=3', { a: ['1', '3'], b: '2' }],
  ['a[]=1&a;b=2', { 'a[]': '1', 'a;b': '2' }],
  ['', {}],
])('reads %s', (form, value) => {
  expect(JSON.parse(JSON.stringify(readForm(Buffer.from(form))))).toEqual(value);
  expect(JSON.parse(JSON.stringify(readQuery(form)))).toEqual(value);
});

test('a repeated key is a list if the field is a list, and otherwise the last value (W7)', () => {
  const form = readForm(Buffer.from('a=1&a=2&b=3&c='));
  expect(form['a']).toBeInstanceOf(Repeated);
  expect(asList(form['a'])).toEqual(['1', '2']);
  expect(asList(form['a'])).not.toBeInstanceOf(Repeated);
  expect(asLast(form['a'])).toBe('2');
  expect(asList(form['b'])).toEqual(['3']);
  expect(asLast(form['b'])).toBe('3');
  expect(asList(form['c'])).toEqual([]);
  expect(asList(form['d'])).toBeUndefined();
});

test('names of object properties are ordinary keys', () => {
  const form = readForm(Buffer.from('__proto__=1&constructor=2&__proto__=3'));
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  expect(asLast(form['__proto__'])).toBe('3');
  expect(form['toString']).toBeUndefined();
});

test.each<[string, string | Buffer]>([
  ['a percent sign alone', 'a=%'],
  ['a percent sign without digits', 'a=%zz'],
  ['percent-encoded bytes that are no UTF-8', 'a=%ff'],
  ['a percent-encoded surrogate', 'a=%ED%A0%80'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff])],
  ['a thousand and one parameters', 'a=1&'.repeat(1001)],
  ['a megabyte of parameters', 'a=1&'.repeat(1 << 18)],
])('refuses %s', (_what, form) => {
  expect(() => readForm(Buffer.from(form as string))).toThrow(MalformedBody);
});

test('accepts a thousand pairs, and further empty ones', () => {
  expect(asList(readForm(Buffer.from(`${'&'.repeat(1 << 20)}${'a=1&'.repeat(1000)}`))['a'])).toHaveLength(1000);
});

test('describes errors', () => {
  expect(readQuery('a=%&b=%41')).toEqual({ a: '%', b: 'A' });
  expect(() => readForm(Buffer.from('a=%'))).toThrow('the form data is not percent-encoded UTF-8');
});
