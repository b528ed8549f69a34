/**
 * The characters that must not appear in element text as they are: markup, carriage returns, and those that XML 1.0
 * cannot represent.
 */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

/**
 * Escapes text as element content: `&lt; &gt; &amp;`, and a carriage return as `&#13;`. Characters that XML 1.0 cannot
 * represent are removed: most control characters, lone surrogates, U+FFFE and U+FFFF (docs/contract/formats.md).
 */
export function xmlText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return withoutIllegal(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Whether a text contains a character that XML 1.0 cannot represent. */
export function hasIllegal(text: string): boolean {
  return text.search(ILLEGAL) !== -1;
}

/** The text without the characters that XML 1.0 cannot represent. */
export function withoutIllegal(text: string): string {
  return text.replaceAll(ILLEGAL, '');
}

/** The characters that may begin a name, except the colon, as the content of a character class of a `u` expression. */
export const NAME_START =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
/** The other characters of a name. */
export const NAME_REST = `${NAME_START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}`;
const SIMPLE_NAME = /^[A-Za-z_][A-Za-z_0-9-]*$/;
const NOT_IN_NAME = new RegExp(`[^${NAME_REST}]`, 'gu');
const BAD_START = new RegExp(`^[^${NAME_START}]`, 'u');

/**
 * A key as an element name. Field names are valid names already. In any other key, each invalid character (including
 * the colon, which would need a namespace) becomes `_`, and a `_` is added before an invalid first character. Such a
 * key is not read back as it was, and two of them may get the same name.
 */
export function xmlName(key: string): string {
  if (SIMPLE_NAME.test(key)) return key;
  const name = key.replaceAll(NOT_IN_NAME, '_');
  return name === '' || BAD_START.test(name) ? `_${name}` : name;
}
