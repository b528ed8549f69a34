/** A time, or a word of letters, digits and signs that keys and numbers may contain. */
const words = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?|[\w.-]+/g;
/** An id: a number in a path, or that of a field whose name ends with `id`. */
const ids = /\/(\d+)(?=\/)|id\W{1,3}(?:type="integer">)?(\d+)/g;
/** Keys, names of files and signatures have at least this number of characters. */
const shortestKey = 16;
/** The longest time in milliseconds between two runs of a call. */
const apart = 60_000;

/**
 * Compares two answers to the same call, of which each has created its own objects. They are the same if they differ only in
 * ids, times, keys and signatures that were created.
 * @returns the differing values of the first answer, or null if the answers differ otherwise
 */
export function sameButAnew(one: string, other: string): string[] | null {
  if (one.replaceAll(words, '.') !== other.replaceAll(words, '.')) return null;
  const [ones, others] = [one.match(words) ?? [], other.match(words) ?? []];
  const known = new Set([...one.matchAll(ids)].map(([, inPath, ofField]) => inPath ?? ofField));
  const renamed = new Map<string, string>();
  for (const [i, word] of ones.entries()) {
    const second = others[i] ?? '';
    const before = renamed.get(word);
    if (before === undefined ? word !== second && !isAnew(word, second, known) : before !== second) return null;
    if (word !== second) renamed.set(word, second);
  }
  return [...renamed.keys()];
}

/** Whether a word is a value that was created, and `second` is the one that was created in its place. */
function isAnew(word: string, second: string, known: ReadonlySet<string | undefined>): boolean {
  // Ids of a sequence grow.
  if (/^\d+$/.test(word) && /^\d+$/.test(second)) return known.has(word) && Number(second) > Number(word);
  if (/^\d{4}-.*T/.test(word)) return Math.abs(timeOf(second) - timeOf(word)) < apart;
  return word.length >= shortestKey && word.length === second.length;
}

function timeOf(text: string): number {
  return Date.parse(`${text}Z`);
}
