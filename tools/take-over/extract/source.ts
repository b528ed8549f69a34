import type { Notes } from './notes.ts';

/** A value as the server sent it: text, or bytes that may be any; null is NULL. */
export type Raw = string | Buffer | null;

/** How the values of a column are written by the server. A list has the braces of PostgreSQL around its values. */
export type Kind =
  | 'number'
  | 'boolean'
  | 'bits'
  | 'moment'
  | 'moment in UTC'
  | 'text'
  | 'json'
  | { listOf: 'number' | 'boolean' | 'text' };

/** A column of a result. */
export interface Column {
  name: string;
  kind: Kind;
}

/** The rows of a statement, which arrive as they are read: no more than a few megabytes of them are in memory. */
export interface Result {
  columns: readonly Column[];
  rows: AsyncIterable<readonly Raw[]>;
}

/** A connection to the database of the other service, in one transaction that only reads and sees one moment. */
export interface Source {
  /**
   * Runs a statement. Its rows must be read before the next statement.
   * @param field the name under which values with invalid bytes are noted, from the name of their column
   */
  read(statement: string, notes: Notes, field: (column: string) => string): Promise<Result>;
  /** What whoever runs the extract should know of this database, in whole sentences. */
  warnings(): Promise<string[]>;
  close(): Promise<void>;
}
