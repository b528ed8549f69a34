import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../wiring/open-database.ts';
import { readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { ledgerIn, readLedger } from '../retiring/usage-ledger.ts';
import type { UsageLedger } from '../retiring/usage-ledger.ts';
import { retirementPagePath } from '../web/pages/retirement-page.ts';
import { Sentence } from './command.ts';
import type { Configured } from './command.ts';

/** Where the commands find the ledger. */
export interface LedgerSource {
  /** A file that was exported. */
  ledger?: string | undefined;
  /** A running service, and the key of a staff account. */
  service?: string | undefined;
  key?: string | undefined;
}

/** The options of `LedgerSource` for `parseArgs`. */
export const sourceOptions = {
  ledger: { type: 'string' },
  service: { type: 'string' },
  key: { type: 'string' },
} as const;

/** Reads the words of a command with the options of `LedgerSource`. @throws Sentence with the usage */
export function sourceIn(words: string[], usage: string): LedgerSource & { names: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: words, options: sourceOptions, allowPositionals: true });
    const isNamed = positionals.length > 0 && !positionals.includes('');
    if (isNamed && (values.service === undefined) === (values.key === undefined))
      return { ...values, names: positionals };
  } catch {
    // The usage is printed below.
  }
  throw new Sentence(usage);
}

/** Opens the configured database for a command. @throws Sentence if it was not migrated */
export async function withDatabase<T>(configured: Configured, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(configured(readConfig(process.env)));
  try {
    if (!(await isMigrated(database)))
      throw new Sentence('the database has no tables of this version: start the service once');
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Reads the ledger: from a file, from a running service, or from the configured database. @throws Sentence */
export async function openLedger(
  { ledger, service, key = '' }: LedgerSource,
  configured: Configured,
): Promise<UsageLedger> {
  if (ledger !== undefined) return ledgerIn(readFileSync(ledger, 'utf8'));
  if (service === undefined) return withDatabase(configured, (database) => readLedger(database, new Date()));
  const response = await fetch(new URL(retirementPagePath, service), {
    headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
  });
  if (!response.ok) {
    const isKey = response.status === 401 || response.status === 403;
    const why = isKey ? ': the key must be one of a staff account' : '';
    throw new Sentence(`${service} answered ${response.status}${why}`);
  }
  const { ledger: read } = (await response.json()) as { ledger: UsageLedger };
  return ledgerIn(JSON.stringify(read));
}
