const mostCharacters = 1000;

/**
 * What is wrong with the path of a file in a bundle: the end of a sentence, or null. A path leads down from the root of the bundle,
 * with slashes.
 */
export function faultOfName(name: string): string | null {
  if (name === '' || name.length > mostCharacters) return `must have 1 to ${mostCharacters} characters`;
  if (/[\p{Cc}\\]/u.test(name) || !name.isWellFormed()) return 'must not have backslashes or control characters';
  if (/^(?:\/|[a-z]:)/i.test(name)) return 'must not be an absolute path';
  const parts = name.split('/');
  if (parts.includes('..')) return 'must not lead out of the bundle';
  if (parts.includes('.') || parts.includes('')) return 'must be a plain path';
  return null;
}

/** A text from a bundle within a sentence: short, and without anything that a terminal takes for a command. */
export function quoted(text: string): string {
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return /^[\w./-]+…?$/.test(short) ? short : JSON.stringify(short.replaceAll(/\p{Cc}/gu, '�'));
}
