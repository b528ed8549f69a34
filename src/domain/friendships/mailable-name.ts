/** The characters between letters or digits that browsers treat as a dot: the dot itself, and others (UTS 46). */
const dotted = /[\p{L}\p{N}][.\u3002\uFF0E\uFF61\u2024][\p{L}\p{N}-]{2,}/u;
/** Signs of addresses and links, and the beginning of an encoded word, which mail programs decode (RFC 2047). */
const marks = /[@\uFF20\uFE6B:\uFF1A/\uFF0F\\]|www|=\?/iu;

/**
 * A name that a user has chosen, for a mail to a stranger. A name that looks like an address or a link is left out,
 * because mail programs would turn it into a link (decisions N22). `J. R. R.` is a valid name.
 */
export function mailableName(name: string, otherwise: string): string {
  const text = name.trim();
  return text === '' || marks.test(text) || dotted.test(text) ? otherwise : text;
}
