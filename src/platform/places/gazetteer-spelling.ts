/** Letters that Unicode does not decompose into a letter and an accent. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ə: 'e',
  '&': ' and ',
};
const foreign = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Letters that are often written as two where the keyboard lacks them. */
const digraphs: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const digraph = new RegExp(`[${Object.keys(digraphs).join('')}]`, 'g');

/** Words with a common abbreviation. */
const shortForms = new Map([
  ['saint', 'st'],
  ['sainte', 'st'],
  ['sankt', 'st'],
  ['ste', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);

/** A name without case, accents, punctuation and spaces, with the common abbreviations. */
export function spelling(name: string): string {
  const lower = name.toLowerCase();
  if (/^[a-z]+$/.test(lower)) return shortForms.get(lower) ?? lower;
  return lower
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʻʼ`´]+/gu, '')
    .replace(foreign, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => shortForms.get(word) ?? word)
    .join('');
}

/** Every spelling by which a name is found: `Zürich` as `zurich` and `zuerich`. */
export function spellings(name: string): string[] {
  const lower = name.normalize('NFC').toLowerCase();
  const plain = spelling(lower);
  const long = lower.replace(digraph, (letter) => digraphs[letter] ?? letter);
  return long === lower ? [plain] : [plain, spelling(long)];
}
