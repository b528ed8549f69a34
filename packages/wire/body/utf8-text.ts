import { MalformedBody } from './malformed-body.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a body in UTF-8, without its byte order mark. A `charset` parameter is ignored (decisions W2).
 * @throws MalformedBody when the bytes are not UTF-8
 */
export function utf8Text(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedBody('the text is not valid UTF-8');
  }
}
