/** The largest number of characters of a search name. Unicode can decompose one letter into eighteen characters. */
const longest = 400;

/**
 * A name without case, accents and punctuation, for comparisons: `Zoë O'Brien-Łuk` becomes `zoe o brien luk`. It is
 * truncated to 400 characters, the length of its column.
 */
export function searchName(...names: string[]): string {
  const name = names
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđðßæœþıħŧ]/g, (letter) => latin[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return name.length <= longest ? name : Array.from(name).slice(0, longest).join('').trimEnd();
}

/** Letters that Unicode does not decompose. */
const latin: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};
