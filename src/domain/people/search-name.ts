/** Characters of a search name, at most: a letter of Unicode may come apart into eighteen. */
const longest = 400;

/**
 * A name without case, accents and punctuation, for comparing: `Zoë O'Brien-Łuk` is `zoe o brien luk`. Cut to 400
 * characters, which is what its column takes.
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

/** Letters that Unicode does not take apart. */
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
