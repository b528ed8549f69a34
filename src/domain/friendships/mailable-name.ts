/** Between letters or digits: a dot as it is typed, and the other marks that browsers take for one (UTS 46). */
const dotted = /[\p{L}\p{N}][.\u3002\uFF0E\uFF61\u2024][\p{L}\p{N}-]{2,}/u;
const marks = /[@\uFF20\uFE6B:\uFF1A/\uFF0F\\]|www/iu;

/**
 * A name that users chose, as a mail to a stranger says it: one that looks like an address or a link, which mail programs
 * would make one of, is left out (decisions N22). `J. R. R.` is a name.
 */
export function mailableName(name: string, otherwise: string): string {
  const text = name.trim();
  return text === '' || marks.test(text) || dotted.test(text) ? otherwise : text;
}
