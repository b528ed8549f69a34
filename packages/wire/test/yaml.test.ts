/** YAML is written and read correctly. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parse } from 'yaml';

import { MalformedBody } from '../body/malformed-body.ts';
import { float } from '../values/wire-value.ts';
import type { WireValue } from '../values/wire-value.ts';
import { readYaml } from '../yaml/read.ts';
import { writeYaml } from '../yaml/write.ts';
import { plain, wireValues } from './wire-values.ts';
import { cpuTime, holds } from '@runners/testing';

const read = (yaml: string): unknown => readYaml(Buffer.from(yaml));

describe('out', () => {
  test('a list of comments', () => {
    const post = {
      workout: { title: 'Run 45', duration_in_seconds: 1845, distance_in_meters: '5045.00' },
      body: '',
      comment_count: 0,
      created_date: '2012-05-18T08:45:00.000001',
      id: 45,
      likers: [2],
    };
    const next = '/api/v1/comment/?post_id=7&limit=2&offset=2';
    const meta = { limit: 2, next, offset: 0, previous: null, total_count: 45 };
    expect(writeYaml({ objects: [post], meta })).toBe(`meta:
  limit: 2
  next: /api/v1/comment/?post_id=7&limit=2&offset=2
  offset: 0
  previous: null
  total_count: 45
objects:
- body: ''
  comment_count: 0
  created_date: '2012-05-18T08:45:00.000001'
  id: 45
  likers:
  - 2
  workout:
    distance_in_meters: '5045.00'
    duration_in_seconds: 1845
    title: Run 45
`);
  });

  test.each<[WireValue, string]>([
    ['007', "'007'"],
    ['true', "'true'"],
    ['null', "'null'"],
    ['yes', "'yes'"],
    ['Off', "'Off'"],
    ['y', "'y'"],
    ['e5', "'e5'"],
    ['2012-05-01', "'2012-05-01'"],
    ['5000.00', "'5000.00'"],
    ['', "''"],
    ["it's", "it's"],
    ["'tis", "'''tis'"],
    ['a: b', "'a: b'"],
    ['a #b', "'a #b'"],
    ['https://example.org/a?b=c&d#e', 'https://example.org/a?b=c&d#e'],
    ['a\nb\u0085\ud800', String.raw`"a\nb\u0085\ud800"`],
    [true, 'true'],
    [false, 'false'],
    [null, 'null'],
    [[], '[]'],
    [{}, '{}'],
    [{ a: undefined }, '{}'],
    [5, '5'],
    [float(5), '5.0'],
    [float(1e21), '1.0e+21'],
    [Number.NaN, 'null'],
    [[[1, [2]], { b: [{ d: {}, c: 1 }] }], '- - 1\n  - - 2\n- b:\n  - c: 1\n    d: {}'],
    [{ yes: 1, 'a b': { c: [] } }, "a b:\n  c: []\n'yes': 1"],
  ])('%j', (value, yaml) => {
    expect(writeYaml(value)).toBe(`${yaml}\n`);
  });

  test('is read back equal, by this reader and under YAML 1.2 and 1.1', () => {
    holds(
      fc.property(wireValues, (value) => {
        const yaml = writeYaml(value);
        expect(plain(read(yaml))).toEqual(plain(value));
        expect(plain(parse(yaml, { version: '1.2', schema: 'core' }))).toEqual(plain(value));
        expect(plain(parse(yaml, { version: '1.1', merge: false }))).toEqual(plain(value));
      }),
      150,
    );
  });
});

describe('in', () => {
  test.each<[string, unknown]>([
    ['a: 1\nb: [x, {c: 2.5}]\n', { a: 1, b: ['x', { c: 2.5 }] }],
    ['\ufeffa: é', { a: 'é' }],
    ['{"a": "\\u00e9", "b": null}', { a: 'é', b: null }],
    [
      'a: yes\nb: 2012-05-01\nc: 12:30:45\nd: ~\ne: True',
      { a: 'yes', b: '2012-05-01', c: '12:30:45', d: null, e: true },
    ],
    ['%YAML 1.1\n---\na: yes\n', { a: 'yes' }],
    ['a: &x {b: 1}\nc: *x\nd:\n  <<: *x', { a: { b: 1 }, c: { b: 1 }, d: { '<<': { b: 1 } } }],
    ['1: a', { '1': 'a' }],
    ['!!str 5', '5'],
    ['a: |\n  x\n  y\n', { a: 'x\ny\n' }],
    ['- 1', [1]],
    ['', null],
    ['# nothing', null],
  ])('%j', (yaml, value) => {
    expect(read(yaml)).toEqual(value);
  });

  test('__proto__ is an ordinary key', () => {
    const value = read('__proto__: {polluted: 1}\nconstructor: 2') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(value['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('a megabyte of points', () => {
    const count = 11_000;
    const yaml = `points:\n${'- lat: 47.123456\n  lng: 8.123456\n  altitude: 400.5\n  time: 2012-05-18T08:45:00Z\n'.repeat(count)}`;
    expect((read(yaml) as { points: unknown[] }).points).toHaveLength(count);
  });

  const big = 1 << 20;
  test.each<[string, string | Buffer]>([
    ['a duplicate key', 'a: 1\na: 2'],
    ['a duplicate key in other words', '1: a\n"1": b'],
    ['a duplicate key in a flow', '- {a: 1, a: 2}'],
    ['a custom tag', 'a: !foo b'],
    ['a JavaScript tag', 'a: !!js/function "function () {}"'],
    ['a Python tag', '!!python/object/apply:os.system ["true"]'],
    ['a binary tag', '!!binary aGk='],
    ['a timestamp tag', '!!timestamp 2012-05-01'],
    ['a set', '!!set {a, b}'],
    ['two documents', '--- a\n--- b'],
    ['a key that is a list', '[a]: b'],
    ['an unknown alias', 'a: *x'],
    ['a circle', '&a [*a]'],
    ['a longer circle', 'a: &a {b: {c: *a}}'],
    ['a circle over an old anchor', '- &a x\n- &a [*a]'],
    [
      'laughter',
      Array.from('abcdefghi').reduce(
        (yaml, a, i, all) => `${yaml}${a}: &${a} [${`${i ? `*${all[i - 1]}` : 'x'},`.repeat(9)}]\n`,
        '',
      ),
    ],
    ['many aliases', `- &a x\n${'- *a\n'.repeat(big / 5)}`],
    ['depth by aliases', `- &a ${'['.repeat(60)}${']'.repeat(60)}\n- ${'['.repeat(60)}*a${']'.repeat(60)}`],
    ['too deep', '['.repeat(101) + ']'.repeat(101)],
    ['far too deep, in brackets', '['.repeat(big)],
    ['far too deep, in braces', '{a: '.repeat(big / 4)],
    ['far too deep, in dashes', '- '.repeat(big / 2)],
    ['far too deep, in keys', '? '.repeat(big / 2)],
    ['far too deep, in spaces', Array.from({ length: 1400 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['half a million numbers', `[${'1,'.repeat(big / 2 - 1)}]`],
    ['half a million commas', `[${','.repeat(big / 2)}]`],
    ['a quarter million commas', `[${','.repeat(big / 4)}]`],
    ['a million closing braces', '}'.repeat(big)],
    ['a million quotes', '"'.repeat(big)],
    ['a hundred thousand keys', Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['many directives', '%A b\n'.repeat(big / 5)],
    ['many tags', '- !x y\n'.repeat(60_000)],
    ['a million line ends', '\n'.repeat(big)],
    ['an unclosed list', '[a'],
    ['a tab as indentation', 'a:\n\tb: 1'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xff])],
  ])('refuses %s', (_what, yaml) => {
    const bytes = Buffer.from(yaml as string);
    const { stackTraceLimit } = Error;
    const start = cpuTime();
    let thrown: unknown;
    try {
      readYaml(bytes);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(MalformedBody);
    expect((thrown as Error).message).toMatch(/^[^\n\r]{1,200}$/);
    // A slow machine takes two seconds for the dearest of them; in quadratic time, a million characters take minutes.
    expect(cpuTime() - start).toBeLessThan(10_000);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  test('states the position of errors', () => {
    expect(() => read('a: 1\nb: [\nc: }')).toThrow(/^the YAML is not valid at line 3: /);
    expect(() => read('a: 1\na: 2')).toThrow('the YAML has the key a twice');
  });
});
