import { searchName } from './search-name.ts';

/** What is looked for in `users.search_name`, as LIKE patterns: letters, digits and spaces only, so nothing to escape. */
interface SearchWords {
  /** The query without case and accents. */
  name: string;
  /** Every word begins one of the name's words; the longest come first: few names have those. */
  prefixes: string[];
  /** Every word is one of the name's words. */
  whole: string[];
  /** The other words begin words of the name, while the longest is one slip away from beginning one. */
  others: string[];
  slips: string[];
  /** The slips as whole words. */
  wholeSlips: string[];
}

/** Words shorter than this have no typos: one letter off they could mean anything. */
const shortestSlip = 4;
/**
 * Misspellings that are asked for one by one, at most: all of a word of 16 letters. A longer word with one letter wrong
 * has enough of its trigrams left to be found by those.
 */
const mostSlips = 60;

/** Takes a query apart; null when it has no letters or digits. Patterns are for names with a space before and after. */
export function searchWords(query: string): SearchWords | null {
  const name = searchName(query);
  if (name === '') return null;
  const words = [...new Set(name.split(' '))].sort((one, other) => other.length - one.length);
  const [longest = ''] = words;
  const begins = (word: string) => `% ${word}%`;
  const is = (word: string) => `% ${word} %`;
  const slips = slipsOf(longest);
  return {
    name,
    prefixes: words.map(begins),
    whole: words.map(is),
    others: words.filter((word) => word !== longest).map(begins),
    slips: slips.map(begins),
    wholeSlips: slips.map(is),
  };
}

/**
 * The spellings one slip away from a word (two letters swapped, one wrong, one missing, one too many), all with its first
 * letter; `_` stands for any letter.
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
