import { invalid } from '../errors.ts';

/** The largest lengths of texts in characters (decisions R21). */
export const lengths = { title: 200, name: 100, text: 10_000, place: 200, note: 1_000 } as const;

/** The most bytes of the longest texts: a character has up to four in UTF-8. */
export const textBytes = 4 * lengths.text;

/** Control characters and noncharacters, without line breaks and tabs. */
const control = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/u;
/** Likewise, with tabs and whatever begins a line. */
const controlInLine = /[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** Whether a text has control characters or noncharacters other than line breaks and tabs. */
export function hasControl(text: string): boolean {
  return control.test(text);
}

/** Converts a line from another service into one that can be stored. Characters that cannot be stored become spaces. */
export function storableLine(text: string): string {
  const parts = text.toWellFormed().split(controlInLine);
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .trim();
}

/** The beginning of a text with at most this many characters, as `lengths` counts them. A character is never cut. */
export function beginningOf(text: string, longest: number): string {
  return Array.from(text.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')
    .toWellFormed();
}

/**
 * Checks a text and returns it trimmed. A text that is too long or has control characters is refused (decisions R21).
 * Texts may have line breaks and tabs, but titles and names may not. Lone surrogates are refused as well, because
 * neither the database nor XML accepts them.
 */
export function checkText(value: string, field: string, kind: keyof typeof lengths, required = false): string {
  const text = value.trim();
  if (required && text === '') throw invalid(field, 'must not be empty', 'REQUIRED');
  const longest = lengths[kind];
  // A character has at most two units. Those of a text that is longer are not counted, because that would take long.
  if (text.length > longest && (text.length > 2 * longest || Array.from(text).length > longest))
    throw invalid(field, `must have at most ${longest} characters`, 'TOO_LONG');
  if ((kind === 'text' || kind === 'note' ? control : controlInLine).test(text))
    throw invalid(field, 'must not have control characters', 'BAD_CHARACTERS');
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode', 'BAD_CHARACTERS');
  return text;
}
