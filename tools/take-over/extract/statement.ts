import { Sentence } from '../../../src/platform/sentence.ts';
import { sqlWords } from './sql-words.ts';
import type { Dialect } from './sql-words.ts';

/** Words that no statement needs that only reads. Neither `replace()` nor `insert()` writes. */
const writing = /\b(?:into|update|delete|merge|lock\s+in\s+share\s+mode|for\s+(?:no\s+key\s+)?(?:key\s+)?share)\b/i;

/**
 * Checks that a text is one statement that only reads: SELECT or WITH. This finds mistakes early; what keeps the database
 * unchanged is its transaction, which only reads.
 * @param file the name of the file, for the failure
 * @returns the statement as it is sent
 * @throws Sentence with the file and the reason
 */
export function checkedStatement(file: string, text: string, dialect: Dialect): string {
  const statement = text.replace(/^\uFEFF/, '');
  if (dialect === 'mysql' && /\/\*M?!/.test(statement))
    throw new Sentence(`${file}: a comment that begins with /*! is run by the server: leave it out`);
  const words = sqlWords(statement, dialect).trim();
  if (words === '') throw new Sentence(`${file}: there is no statement in it`);
  const [first = '', ...others] = words.split(';').map((part) => part.trim());
  if (others.some((part) => part !== '')) throw new Sentence(`${file}: there is more than one statement in it`);
  if (!/^(?:\(\s*)*(?:select|with)\b/i.test(first)) throw new Sentence(`${file}: only SELECT and WITH are accepted`);
  const word = writing.exec(first)?.[0];
  if (word !== undefined)
    throw new Sentence(`${file}: the statement only reads, so it cannot contain ${word.toUpperCase()}`);
  return statement;
}
