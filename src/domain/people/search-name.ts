/** A name without case, accents and punctuation, for comparing: `Zoë O'Brien-Łuk` is `zoe o brien luk`. */
export function searchName(...names: string[]): string {
  return names
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđðßæœþıħŧ]/g, (letter) => latin[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
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
