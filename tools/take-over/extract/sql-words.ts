/** The servers whose SQL is read. */
export type Dialect = 'postgres' | 'mysql';

/**
 * Returns the words of SQL: comments are replaced by a space, texts and quoted names by `''`. What is opened and never closed reaches
 * to the end.
 */
export function sqlWords(sql: string, dialect: Dialect): string {
  let words = '';
  for (let at = 0; at < sql.length;) {
    const part = partAt(sql, at, dialect);
    words += part ? part.stands : sql[at];
    at = part ? part.end : at + 1;
  }
  return words;
}

/** What is no word: where it ends, and what stands for it. */
interface Part {
  end: number;
  stands: ' ' | "''";
}

function partAt(sql: string, at: number, dialect: Dialect): Part | null {
  const two = sql.slice(at, at + 2);
  const one = two[0] ?? '';
  if (two === '--' || (one === '#' && dialect === 'mysql')) return { end: after(sql, '\n', at), stands: ' ' };
  if (two === '/*') return { end: after(sql, '*/', at + 2), stands: ' ' };
  if (one === "'" || one === '"' || (one === '`' && dialect === 'mysql'))
    return { end: afterQuoted(sql, at, hasEscapes(sql, at, dialect)), stands: "''" };
  if (one !== '$' || dialect === 'mysql') return null;
  const tag = /^\$(?:[a-z_]\w{0,62})?\$/i.exec(sql.slice(at, at + 70))?.[0];
  return tag === undefined ? null : { end: after(sql, tag, at + tag.length), stands: "''" };
}

/** Whether a backslash in what is quoted here escapes the next character. */
function hasEscapes(sql: string, at: number, dialect: Dialect): boolean {
  if (dialect === 'mysql') return sql[at] !== '`';
  return sql[at] === "'" && /(?:^|\W)e$/i.test(sql.slice(Math.max(at - 2, 0), at));
}

function afterQuoted(sql: string, at: number, escapes: boolean): number {
  const quote = sql[at];
  for (let i = at + 1; i < sql.length; i++) {
    if (escapes && sql[i] === '\\') i++;
    else if (sql[i] === quote) {
      // A quote that comes twice is a part of the text.
      if (sql[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return sql.length;
}

function after(sql: string, what: string, from: number): number {
  const found = sql.indexOf(what, from);
  return found < 0 ? sql.length : found + what.length;
}
