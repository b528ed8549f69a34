/** XML bodies are read in the encoding that they declare. */
import { describe, expect, test } from '@jest/globals';
import { formatEntry } from '../../../rest-compat/formats/formats.ts';
import { MAX_VALUES } from '../../../src/platform/bodies/max-values.ts';
import { MalformedBody } from '@runners/wire';

const read = (bytes: Buffer) => formatEntry('xml').read?.(bytes, MAX_VALUES, '');

describe('encodings', () => {
  const text = '<o><a>é🏃</a></o>';
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><o><a>é</a></o>';

  test.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(text), 'é🏃'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'é🏃'],
    ['UTF-16 little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'é🏃'],
    ['UTF-16 big-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'é🏃'],
    ['UTF-16 by declaration', Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${text}`, 'utf16le'), 'é🏃'],
    ['Latin-1 by declaration', Buffer.from(latin, 'latin1'), 'é'],
  ])('%s', (_what, bytes, a) => {
    expect({ ...(read(bytes) as object) }).toEqual({ a });
  });
});

test.each([
  ['bytes that are no UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])],
  ['an unknown encoding', Buffer.from('<?xml version="1.0" encoding="x-klingon"?><a/>')],
])('%s are refused', (_what, bytes) => {
  expect(() => read(bytes)).toThrow(MalformedBody);
});
