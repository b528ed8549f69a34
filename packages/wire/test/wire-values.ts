import * as fc from 'fast-check';

import { Float } from '../values/wire-value.ts';
import type { WireValue } from '../values/wire-value.ts';

/** Strings of every kind: any UTF-16 (lone surrogates, control characters), and ones that look like other types. */
const strings = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom('007', 'true', 'Null', '~', 'yes', 'N', '', ' ', '2012-05-01', '12:30:45', '5000.00', '1e3', '0x1F'),
  fc.constantFrom(
    '- a',
    'a: b',
    'a #b',
    'a:',
    '#',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '%A',
    '@',
    '`',
    '{}',
    '[]',
    "'",
    '"',
    '?',
  ),
  fc.constantFrom(
    'a\nb',
    '\n',
    'a\r\nb',
    '\t',
    'a\u2028b',
    '\u0085',
    '\ufeff',
    '<b>&x]]>',
    '.inf',
    '<<',
    '=',
    '---',
    '...',
  ),
);

const keys = fc.oneof(
  fc.stringMatching(/^[a-z][a-z_0-9]{0,8}$/),
  fc.constantFrom(
    'resource_uri',
    'objects',
    'object',
    'value',
    'type',
    '__proto__',
    'constructor',
    'y',
    'no',
    'toString',
    'é',
  ),
);

/** Any value a reply may be made of, three levels deep. */
export const wireValues: fc.Arbitrary<WireValue> = fc.letrec<{ value: WireValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    strings,
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.double().map((number) => new Float(number)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** What a value is once written and read: plain numbers (NaN, infinity null, no -0), own keys, `clean` strings. */
export function plain(value: unknown, clean: (text: string) => string = (text) => text): unknown {
  if (value instanceof Float) return plain(value.value);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, clean));
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .map(([key, field]) => [key, plain(field, clean)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
