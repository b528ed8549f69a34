import { Sentence } from '../../../src/platform/sentence.ts';
import { openMysql } from './mysql-source.ts';
import { openPostgres } from './postgres-source.ts';
import type { Source } from './source.ts';
import type { Dialect } from './sql-words.ts';

/**
 * Returns whose SQL the statements for a database are.
 * @throws Sentence if the address is of no kind that can be read
 */
export function dialectOf(from: string): Dialect {
  const scheme = /^(\w+):\/\//.exec(from)?.[1];
  if (scheme === 'postgres' || scheme === 'postgresql') return 'postgres';
  if (scheme === 'mysql' || scheme === 'mariadb') return 'mysql';
  throw new Sentence('--from: the address must begin with mysql:// or postgres://');
}

/**
 * Connects to the database of the other service.
 * @throws Sentence with the reason of the driver or of the server, without the password that is in the address
 */
export async function openSource(from: string): Promise<Source> {
  const open = dialectOf(from) === 'postgres' ? openPostgres : openMysql;
  try {
    return await open(from);
  } catch (error) {
    throw new Sentence(`--from: the database cannot be opened: ${messageOf(error)}`);
  }
}

/** What the server or the system says; an attempt at several addresses has its reasons inside. */
function messageOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message, code } = inner as NodeJS.ErrnoException;
  return message || String(code);
}
