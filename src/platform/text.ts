import { invalid } from '../errors.ts';

/** The largest lengths of texts in characters (decisions R21). */
export const lengths = { title: 200, name: 100, text: 10_000, place: 200, note: 1_000 } as const;

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
// eslint-disable-next-line no-control-regex -- likewise, tab and line breaks too
const controlInLine = /[\u0000-\u001F\u007F]+/;

/** Whether a text has control characters other than line breaks and tabs. */
export function hasControl(text: string): boolean {
  return control.test(text);
}

/** Converts a line from another service into one that can be stored. Characters that cannot be stored become spaces. */
export function storableLine(text: string): string {
  return text.toWellFormed().replaceAll(new RegExp(controlInLine, 'g'), ' ').trim();
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
  if (text.length > longest && Array.from(text).length > longest)
    throw invalid(field, `must have at most ${longest} characters`, 'TOO_LONG');
  if ((kind === 'text' || kind === 'note' ? control : controlInLine).test(text))
    throw invalid(field, 'must not have control characters', 'BAD_CHARACTERS');
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode', 'BAD_CHARACTERS');
  return text;
}

/** Characters that are invisible or change the direction of writing, with which a name could look like another one. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]/gu;
/** Legitimate uses of these characters: joined emoji, and the non-joiner inside a word of Persian or Hindi. */
const joined =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F|(?<=[0-9#*])\uFE0F(?=\u20E3)|(?<=[\p{Script=Arabic}])\u200C(?=\p{Script=Arabic})|(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D](?=\p{L})/gu;

/**
 * Checks the name of a person like `checkText`. It must not contain invisible characters or change the direction of
 * writing, because people are recognized by their names. Texts may contain such characters. @throws Failure INVALID
 */
export function checkName(value: string, field: string, required = false): string {
  const name = checkText(value, field, 'name', required);
  if (hasUnseen(name))
    throw invalid(field, 'must not have invisible letters or turn the direction of writing', 'BAD_CHARACTERS');
  return name;
}

/** Removes such characters from a name, for names from other services. */
export function withoutUnseen(name: string): string {
  return hasUnseen(name) ? name.replaceAll(unseen, '') : name;
}

function hasUnseen(name: string): boolean {
  return name.replaceAll(joined, '').search(unseen) >= 0;
}
