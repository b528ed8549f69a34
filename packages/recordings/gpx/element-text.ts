/** What XML 1.0 cannot represent: most control characters, lone surrogates, U+FFFE and U+FFFF. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\0-\x08\v\f\x0e-\x1f\p{Cs}\ufffe\uffff]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** A text as the content of an element, without what XML cannot represent. */
export function elementText(text: string): string {
  return text.replaceAll(IMPOSSIBLE, '').replaceAll(/[&<>\r]/g, (character) => ESCAPES[character] as string);
}
