/** What must not stand in element text as it is: markup, carriage returns, and what XML 1.0 can't hold. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

/**
 * Text as element content: `&lt; &gt; &amp;`, a carriage return as `&#13;`, everything else raw. Characters that
 * XML 1.0 can't hold are dropped: most control characters, lone surrogates, U+FFFE, U+FFFF (docs/contract/formats.md).
 */
export function xmlText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return withoutIllegal(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Whether text has a character that XML 1.0 can't hold. */
export function hasIllegal(text: string): boolean {
  return text.search(ILLEGAL) !== -1;
}

/** Text without the characters that XML 1.0 can't hold. */
export function withoutIllegal(text: string): string {
  return text.replaceAll(ILLEGAL, '');
}

/** Characters that a name may begin with, the colon left out: the inside of a character class of a `u` expression. */
export const NAME_START =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
/** The same for the other characters of a name. */
export const NAME_REST = `${NAME_START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}`;
const SIMPLE_NAME = /^[A-Za-z_][A-Za-z_0-9-]*$/;
const NOT_IN_NAME = new RegExp(`[^${NAME_REST}]`, 'gu');
const BAD_START = new RegExp(`^[^${NAME_START}]`, 'u');

/**
 * A key as an element name. Field names are names already; in any other key each character that a name can't have
 * (the colon included, which would need a namespace) becomes `_`, and a `_` is put before a bad start. Such a key
 * doesn't read back the same, and two of them may meet in one name.
 */
export function xmlName(key: string): string {
  if (SIMPLE_NAME.test(key)) return key;
  const name = key.replaceAll(NOT_IN_NAME, '_');
  return name === '' || BAD_START.test(name) ? `_${name}` : name;
}
