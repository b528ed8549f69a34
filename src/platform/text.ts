import { invalid } from '../errors.ts';

/** Longest texts in characters (decisions R21). */
export const lengths = { title: 200, name: 100, text: 10_000, place: 200 } as const;

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
// eslint-disable-next-line no-control-regex -- likewise, tab and line breaks too
const controlInLine = /[\u0000-\u001F\u007F]/;

/**
 * A text as it is stored: as sent, trimmed; too long or with control characters is refused (decisions R21). Texts may
 * have line breaks and tabs, titles and names may not. Lone surrogates are refused too: no database or XML takes them.
 */
export function checkText(value: string, field: string, kind: keyof typeof lengths, required = false): string {
  const text = value.trim();
  if (required && text === '') throw invalid(field, 'must not be empty');
  const longest = lengths[kind];
  if (text.length > longest && Array.from(text).length > longest)
    throw invalid(field, `must have at most ${longest} characters`);
  if ((kind === 'text' ? control : controlInLine).test(text)) throw invalid(field, 'must not have control characters');
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode');
  return text;
}
