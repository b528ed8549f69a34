import type { Client } from 'pg';
import { searchUsersStatement } from '../../src/people/search.queries.ts';
import { searchWords } from '../../src/people/search-words.ts';
import { asTheService, read } from './flat-reads.ts';
import type { Calls } from './flat-reads.ts';
import { familyNamesBegun, misspelledNames } from './places.ts';

const pageSize = 20;

/** Prepares the search in every one of the databases. @returns the names that show a full page in all of them */
export async function fullPages(clients: readonly Client[]): Promise<string[]> {
  for (const client of clients) {
    await asTheService(client);
    await client.query(`prepare search as ${searchUsersStatement.text}`);
  }
  const full: string[] = [];
  for (const name of familyNamesBegun) {
    const shown = [];
    for (const client of clients) shown.push((await read(client, callOf(name))).shown);
    if (shown.every((count) => count === pageSize)) full.push(name);
  }
  return full;
}

/** The searches: names that fill a page, and names that nobody bears. */
export function searchCalls(full: readonly string[]): Calls[] {
  return [
    { what: 'search, a full page', calls: full.map(callOf) },
    { what: 'search, misspelled', calls: misspelledNames.map(callOf) },
  ];
}

function callOf(query: string): string {
  const words = searchWords(query);
  if (!words) throw new Error(`no words in ${query}`);
  const { name, prefixes, whole, others, slips, wholeSlips } = words;
  const lists = [prefixes, whole, others, slips, wholeSlips].map(
    (list) => `'{${list.map((one) => `"${one}"`).join()}}'`,
  );
  return `execute search(1, '${name}', ${lists.join()}, ${pageSize}, 0)`;
}
