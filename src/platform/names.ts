import { invalid } from '../errors.ts';
import { beginningOf, checkText, lengths, storableLine } from './text.ts';

/**
 * Characters that are invisible or change the direction of writing are allowed only where the spelling of a script or
 * the shape of an emoji needs them (decisions P15). Everywhere else a name could look like another one.
 */
const needed = [
  // Emoji: joined ones, the choice between color and text, keys, and the flags of regions.
  String.raw`(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  // Variants of Han characters, and of Mongolian letters and their separated vowels.
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[\p{Script=Mongolian}&&\p{L}])[\u180B-\u180D\u180F]`,
  String.raw`(?<=[\p{Script=Mongolian}&&\p{L}][\u180B-\u180D\u180F]?)\u180E(?=[\p{Script=Mongolian}&&\p{L}])`,
  // The non-joiner inside a word of Persian.
  String.raw`(?<=[\p{Script_Extensions=Arabic}&&[\p{L}\p{M}]])\u200C(?=[\p{Script_Extensions=Arabic}&&\p{L}])`,
  // Half forms, old chillu letters and visible viramas of Indic scripts, also at the end of a word (RFC 5892, A.1).
  String.raw`(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1B44\uA9C0])[\u200C\u200D]`,
  // A joiner before the virama: Bengali, Telugu and Kannada write a whole R so, and Sinhala letters that touch.
  String.raw`(?<=[\u09B0\u09F0\u0C30\u0CB0\u0D9A-\u0DC6])[\u200C\u200D](?=[\u09CD\u0C4D\u0CCD\u0DCA]\p{L})`,
].join('|');
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}]`;
const neededOrUnseen = new RegExp(`(${needed})|${unseen}`, 'gv');

/** Marks of no script in particular. Real names have at most three of them in a row, and more cover what is around. */
const pile = new RegExp(String.raw`([\p{Script=Inherited}&&\p{M}]{4})[\p{Script=Inherited}&&\p{M}]+`, 'gv');
/** Marks of a script, of which Tibetan and Burmese need several. */
const highPile = /(\p{M}{10})\p{M}+/gu;
/** Characters without ink: spaces, marks without a letter, and signs that fonts draw as nothing. */
const blank = /^[\s\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]*$/u;

/**
 * Checks the name of a person like `checkText`. It must not contain characters that are invisible or change the
 * direction of writing, except where its script needs them, and not consist of blanks or piles of marks, because people
 * are recognized by their names. Texts may contain such characters. @throws Failure INVALID
 */
export function checkName(value: string, field: string, required = false): string {
  const name = checkText(value, field, 'name', required);
  if (withoutUnseen(name) !== name)
    throw invalid(field, 'must not have invisible letters or turn the direction of writing', 'BAD_CHARACTERS');
  if (name !== '' && blank.test(name)) throw invalid(field, 'must have visible letters', 'BAD_CHARACTERS');
  if (withoutPiles(name) !== name) throw invalid(field, 'must not pile up marks', 'BAD_CHARACTERS');
  return name;
}

/** Converts a name from another service into one that `checkName` accepts, or into an empty one. */
export function cleanName(name: string): string {
  const line = withoutPiles(withoutUnseen(storableLine(name)));
  const short = beginningOf(line, lengths.name);
  // The last character may have needed one that was cut off.
  const clean = withoutUnseen(short).trim();
  return blank.test(clean) ? '' : clean;
}

const withoutUnseen = (name: string) => name.replaceAll(neededOrUnseen, (_found, kept?: string) => kept ?? '');

const withoutPiles = (name: string) => name.replaceAll(pile, '$1').replaceAll(highPile, '$1');
