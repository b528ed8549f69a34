import { searchName } from './search-name.ts';

/**
 * The patterns that are searched in `users.search_name` with LIKE. They contain only letters, digits and spaces, so
 * nothing has to be escaped.
 */
interface SearchWords {
  /** The query without case and accents. */
  name: string;
  /**
   * Names in which every word of the query begins a word. The longest words come first, because they match the fewest
   * names.
   */
  prefixes: string[];
  /** Names that contain every word of the query as a whole word. */
  whole: string[];
  /** The words of the query, the longest first. */
  words: string[];
  /** The query as it was typed, if it has signs, which are not in search names: `Al%ma` among `Al_ma` and `Al.ma`. */
  typed: string | null;
}

/** The patterns of a search in which the longest word is misspelled. */
interface Misspellings {
  /** The other words of the query. */
  others: string[];
  slips: string[];
  /** The misspellings as whole words. */
  wholeSlips: string[];
}

/** Shorter words are not searched with misspellings, because one different letter makes another word. */
const shortestSlip = 4;
/**
 * The largest number of misspellings that are searched individually, which are all those of a word of 16 letters. A
 * longer word with one wrong letter still has enough of its trigrams to be found by them.
 */
const mostSlips = 60;

/**
 * Splits a query into its words. Returns null if it has no letters or digits. The patterns are for names with a space
 * before and after them.
 */
export function searchWords(query: string): SearchWords | null {
  const name = searchName(query);
  if (name === '') return null;
  const words = [...new Set(name.split(' '))].sort((one, other) => other.length - one.length);
  const typed = /[^\p{L}\p{M}\p{N}\s]/u.test(query) ? query.trim() : null;
  return { name, prefixes: words.map(begins), whole: words.map(is), words, typed };
}

const begins = (word: string) => `% ${word}%`;
const is = (word: string) => `% ${word} %`;

/** The misspellings of a query. Null if its words are too short. */
export function misspellingsOf({ words }: SearchWords): Misspellings | null {
  const [longest = '', ...others] = words;
  const slips = slipsOf(longest);
  if (slips.length === 0) return null;
  return { others: others.map(begins), slips: slips.map(begins), wholeSlips: slips.map(is) };
}

/**
 * The spellings that differ from a word by one misspelling (two letters swapped, one wrong, one missing, one added) and
 * have the same first letter. `_` stands for any letter.
 */
function slipsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < shortestSlip) return [];
  const slips = new Set<string>();
  const spell = (from: number, to: number, put: string) =>
    slips.add(letters.slice(0, from).join('') + put + letters.slice(to).join(''));
  for (let i = 1; i < letters.length; i++) {
    spell(i, i + 1, '_');
    spell(i, i + 1, '');
    spell(i, i, '_');
    spell(i - 1, i + 1, `${letters[i]}${letters[i - 1]}`);
  }
  return [...slips].slice(0, mostSlips);
}
