import { createRequire } from 'node:module';

/** The number of passwords that are compared, beginning with the most common. */
const mostCommon = 10_000;
/** Words of this service, which are tried first here. */
const ownWords = ['runner', 'runners', 'running', 'runnerssocialnetwork'];
/** A password that repeats so many characters, or fewer, has no more than these. */
const longestUnit = 4;

let known: ReadonlySet<string> | undefined;

/**
 * Whether a password is one of those that are tried first, in any case of letters: a common one, a common one with digits and signs
 * around it (`letmein123`), a few characters again and again, or characters in a row. The list is loaded at the first call.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set([...list(), ...ownWords]);
  const text = password.toLowerCase();
  return known.has(text) || known.has(coreOf(text)) || isRepeated(text) || isInRow(text);
}

/** The text without what precedes its first letter and follows its last one. */
function coreOf(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && !isLetter(text, start)) start++;
  while (end > start && !isLetter(text, end - 1)) end--;
  return text.slice(start, end);
}

const isLetter = (text: string, at: number) => text.charAt(at) >= 'a' && text.charAt(at) <= 'z';

/** Whether the text is a short unit that is repeated. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= longestUnit; unit++)
    if (text.length > unit && text.startsWith(text.slice(unit)) && text.length >= 2 * unit) return true;
  return false;
}

/** Whether each character follows the one before it, upwards or downwards. */
function isInRow(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  if (Math.abs(step) !== 1) return false;
  for (let at = 1; at < text.length; at++) if (text.charCodeAt(at) - text.charCodeAt(at - 1) !== step) return false;
  return true;
}

/** The passwords that occur most often in published data breaches, as zxcvbn lists them. */
function list(): string[] {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': string[] };
  };
  return dictionary['passwords-common'].slice(0, mostCommon);
}
