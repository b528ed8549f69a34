import { isUtf8 } from 'node:buffer';
import { MalformedBody } from '../body/malformed-body.ts';
import { addValue, UntypedMapping } from '../values/untyped-value.ts';
import { utf8Text } from '../body/utf8-text.ts';

/** The largest number of `key=value` pairs of a form or query string. */
const MAX_PARAMETERS = 1000;

/** Names of the encoding in which older libraries write forms unless they are told otherwise (`ISO-8859-1`). */
const latin1 = new Set(['iso-8859-1', 'latin1', 'windows-1252', 'us-ascii']);

/**
 * Reads an `application/x-www-form-urlencoded` body. Every value is a string, or `Repeated` strings if a key occurs
 * more than once. `asList` and `asLast` convert them according to the field (decisions W7).
 * Text that is not UTF-8 is read in ISO-8859-1 if the type of the body names that.
 * @param charset the parameter of the Content-Type
 * @throws MalformedBody when it is not in its encoding (before or after percent decoding), or has too many pairs
 */
export function readForm(bytes: Buffer, _maxValues?: number, charset = ''): UntypedMapping {
  if (latin1.has(charset) && !isUtf8(bytes)) return readParameters(bytes.toString('latin1'), 'form data', fromLatin1);
  return readParameters(utf8Text(bytes), 'form data', latin1.has(charset) ? fromLatin1 : notUtf8);
}

function notUtf8(): never {
  throw new MalformedBody('the form data is not percent-encoded UTF-8');
}

/** Decodes text whose percent-encoded bytes are in ISO-8859-1. @throws MalformedBody */
function fromLatin1(text: string): string {
  if (/%(?![\da-f]{2})/i.test(text)) notUtf8();
  return text
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/**
 * Reads the part of a URL after `?` in the same way as a form. A leading `&` and empty pairs are ignored, and text that
 * is not percent-encoded UTF-8 remains as it is, because older clients add parameters that are not used (decisions A9).
 * @throws MalformedBody when it has too many pairs
 */
export function readQuery(query: string): UntypedMapping {
  return readParameters(query, 'query string', (text) => text);
}

function readParameters(text: string, what: string, undecodable: (text: string) => string): UntypedMapping {
  const mapping = new UntypedMapping();
  let count = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    if (++count > MAX_PARAMETERS) throw new MalformedBody(`the ${what} has more than ${MAX_PARAMETERS} parameters`);
    const parameter = text.slice(start, end);
    const equals = parameter.indexOf('=');
    const key = decoded(equals < 0 ? parameter : parameter.slice(0, equals), undecodable);
    const value = equals < 0 ? '' : decoded(parameter.slice(equals + 1), undecodable);
    addValue(mapping, key, value);
  }
  return mapping;
}

/** `+` is a space. Percent signs must be followed by hexadecimal digits, and the result must be UTF-8. */
function decoded(text: string, undecodable: (text: string) => string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undecodable(text);
  }
}
