import { isUtf8 } from 'node:buffer';

import { MalformedRecording } from './malformed-recording.ts';

/** Declared encodings that extend ASCII, so that the declaration itself can be read. */
const SINGLE_BYTE = /^(?:iso-8859-\d{1,2}|latin-?1|windows-125[0-8]|koi8-[ru])$/;

/**
 * Converts an XML document to UTF-8 without a byte order mark. UTF-8, UTF-16 (recognized by its mark or by the form of
 * `<`) and declared single-byte encodings are supported (decisions R4). The declaration is left as it is. A file that
 * declares UTF-16 but consists of eight-bit characters, as some programs write it, is read as UTF-8.
 * @throws MalformedRecording when the bytes are not valid in the encoding, or the encoding is unknown
 */
export function utf8Of(bytes: Buffer): Buffer {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return transcoded(bytes, 'utf-16le');
  if (a === 0xfe && b === 0xff) return transcoded(bytes, 'utf-16be');
  if (a === 0x3c && b === 0 && d === 0) return transcoded(bytes, 'utf-16le');
  if (a === 0 && b === 0x3c && c === 0) return transcoded(bytes, 'utf-16be');
  const marked = a === 0xef && b === 0xbb && c === 0xbf;
  const declared = marked ? null : declaredEncoding(bytes);
  if (declared !== null && !/^(?:utf-?8|us-ascii|ascii|utf-?16(?:le|be)?)$/.test(declared)) {
    if (!SINGLE_BYTE.test(declared)) throw new MalformedRecording(`the encoding ${declared} is not supported`);
    return transcoded(bytes, declared);
  }
  if (!isUtf8(bytes)) throw new MalformedRecording('the text is not valid UTF-8');
  return marked ? bytes.subarray(3) : bytes;
}

/** The encoding that an XML declaration names, in lower case, or null if it names none. */
function declaredEncoding(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 200);
  return (
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/
      .exec(start)?.[1]
      ?.toLowerCase()
      .replace(/^latin-?1$/, 'iso-8859-1') ?? null
  );
}

function transcoded(bytes: Buffer, encoding: string): Buffer {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedRecording(`the text is not valid ${encoding.toUpperCase()}`);
  }
  return Buffer.from(text, 'utf8');
}
