/** The largest number of characters of a search name. Unicode can decompose one letter into eighteen characters. */
const longest = 400;

/**
 * A text without case, accents and punctuation, for comparisons with names: `Zoë O'Brien-Łuk` becomes `zoe o brien luk`. It is
 * truncated to 400 characters, the length of its column.
 */
export function searchName(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđðßæœþıħŧ]/g, (letter) => latin[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return name.length <= longest ? name : Array.from(name).slice(0, longest).join('').trimEnd();
}

/** Letters of Chinese, Japanese and Korean script, in the form of search names. */
const letters = String.raw`[\u1100-\u11FF\u3005-\u3007\u3041-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{323AF}]+`;
/** A first and a last name in that script, which people write without a space. */
const withoutSpace = new RegExp(`^(${letters}) (${letters})$`, 'u');

/**
 * The search name of a person. Names that are written without a space are in it in both orders as well, between the first
 * and the last name: `小龙` and `李` become `小龙 李小龙 小龙李 李`.
 */
export function searchNameOf(firstName: string, lastName: string): string {
  const name = searchName(`${firstName} ${lastName}`);
  const joined = name.replace(withoutSpace, '$1 $2$1 $1$2 $2');
  return joined.length <= longest ? joined : name;
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
