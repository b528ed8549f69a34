/** Hostile texts of any length, for everything that reads what callers send. */

/** A text of about `length` characters. */
export interface Family {
  name: string;
  text: (length: number) => string;
}

/** What the texts repeat: blanks, separators, openers without closers, quotes, escapes, references, numbers, marks. */
const pieces = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  ' \n',
  'a',
  'a ',
  'a b ',
  '1',
  '-',
  '1.',
  '1e1',
  '.a',
  'a.',
  '"',
  '""',
  '"a" ',
  '"a",',
  "'",
  "''",
  '\\',
  '\\"',
  '\\\n',
  '\\u0041',
  '[',
  '[]',
  '[],',
  '[[]]',
  '{',
  '{}',
  '{},',
  '{a',
  '{a}',
  '{"a":',
  '"a":1,',
  '(',
  '()',
  '<',
  '<a',
  '<a>',
  '</a>',
  '<a/>',
  '<!--',
  '<![CDATA[',
  '<a b="',
  '&',
  '&amp;',
  '&#x41;',
  '&a',
  'a=&',
  'a=1&',
  '=',
  '=a',
  ';',
  ';a=',
  ';a="b"',
  ',',
  ', ',
  'a,',
  'a;q=0.1,',
  'text/a;q=1,',
  '*/*,',
  'W/"a",',
  ':',
  ': ',
  'a:',
  'a: 1\n',
  '- ',
  '- a\n',
  '? ',
  '|\n',
  '#',
  ' #',
  '!a ',
  '&a ',
  '*a ',
  '/',
  '//',
  'a/',
  '..',
  '/../',
  '%',
  '%4',
  '%41',
  '%E4',
  '+',
  '@',
  'a@',
  'a@b.',
  '$',
  '$a',
  '`',
  '*',
  '...a ',
  '@a ',
  'a(b:1)',
  "-H 'a: b' ",
  '--a ',
  '-d a ',
  'T00:00',
  'Z',
  '\u0000',
  '\u0301',
  'a\u0301',
  '\u200d',
  '\u2800',
  'ß',
  '漢',
  '👩‍🚀',
  '\ud800',
] as const;

/** Numbers from a seed, so that a failure comes again (a linear congruential generator). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function repeated(piece: string): Family['text'] {
  return (length) => piece.repeat(Math.ceil(length / piece.length));
}

/** Every piece repeated, and every piece after a beginning that another character ends, which makes patterns try again. */
export const builtIn: readonly Family[] = pieces.flatMap((piece) => [
  { name: `${JSON.stringify(piece)} repeated`, text: repeated(piece) },
  { name: `${JSON.stringify(piece)} between other letters`, text: (length) => `x${repeated(piece)(length)}\u0001x` },
]);

/** Repeated sequences of a few pieces. */
export function randomFamilies(count: number, seed: number): Family[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const some = Array.from({ length: 2 + random(4) }, () => pieces[random(pieces.length)] ?? '');
    const piece = some.join('');
    return { name: `${JSON.stringify(piece)} repeated`, text: repeated(piece) };
  });
}
