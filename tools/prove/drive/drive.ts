import { checks } from './checks.ts';
import type { Check } from './checks.ts';
import { Driven, Skipped } from './driven.ts';
import type { Having } from './driven.ts';

/** What came of a check: null if the server holds the statement. */
export interface Tried {
  check: Check;
  fault: string | null;
  skipped: boolean;
}

/** The checks whose names contain a text. */
export function checksNamed(only: string | undefined): readonly Check[] {
  return only === undefined ? checks : checks.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
}

/** Tries the statements of the contract at a server, one after the other. */
export async function* drive(url: string, having: Having, only?: string): AsyncGenerator<Tried> {
  const to = new Driven(url, having);
  for (const check of checksNamed(only)) {
    try {
      yield { check, fault: await check.holds(to), skipped: false };
    } catch (error) {
      yield { check, fault: (error as Error).message, skipped: error instanceof Skipped };
    }
  }
}
