/** The number of bytes that are passed to the XML parser at a time. */
export const CHUNK = 1 << 16;
/** The largest number of bytes between the ends of two tags. It bounds the memory for a text, comment or attribute. */
export const MOST_WITHOUT_TAG = 1 << 20;
/** The largest number of attributes of an element. */
export const MOST_ATTRIBUTES = 256;
/** The largest depth of nested elements. Devices write about eight levels. */
export const DEEPEST = 64;
/** The largest number of tags for each point that is allowed, not counting the simple points. Devices write up to 16. */
export const TAGS_PER_POINT = 24;

/** `end`, moved back to the beginning of a UTF-8 character. */
export function charEnd(bytes: Buffer, end: number): number {
  let at = end;
  while (at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at--;
  return at;
}

/** The message of the parser as part of a sentence: in one line, without a full stop, and shortened. */
export function sentence(message: string): string {
  const line = message.replace(/\s+/g, ' ').replace(/\.$/, '');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
