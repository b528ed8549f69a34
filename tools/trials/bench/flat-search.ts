import type { Client } from 'pg';
import { searchUsersStatement, spelledUsersStatement } from '../../../src/domain/people/search.queries.ts';
import { misspellingsOf, searchWords } from '../../../src/domain/people/search-words.ts';
import { asTheService } from './flat-reads.ts';
import type { Calls } from './flat-reads.ts';
import { familyNamesBegun, misspelledNames } from './places.ts';

const pageSize = 20;

/** Names that fill a page in each of the databases as they are spelled, so that nothing misspelled is looked for. */
export async function fullPages(clients: readonly Client[]): Promise<string[]> {
  let full = familyNamesBegun;
  for (const client of clients) {
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest($1::text[]) name
       where (select count(*) from users where ' ' || search_name like '% ' || lower(name) || '%') >= ${pageSize}`,
      [full],
    );
    full = rows.map(({ name }) => name);
  }
  return full;
}

/** Prepares the search in a database. @returns searches for names that fill a page, and for names that nobody bears */
export async function searchCalls(client: Client, full: readonly string[]): Promise<Calls[]> {
  await asTheService(client);
  await client.query(`prepare spelled as ${spelledUsersStatement.text}`);
  await client.query(`prepare misspelled as ${searchUsersStatement.text}`);
  return [
    { what: 'search, a full page', calls: full.map((query) => callOf('spelled', query)) },
    { what: 'search, misspelled', calls: misspelledNames.map((query) => callOf('misspelled', query)) },
  ];
}

function callOf(search: 'spelled' | 'misspelled', query: string): string {
  const words = searchWords(query);
  if (!words) throw new Error(`no words in ${query}`);
  const { name, prefixes, whole } = words;
  const list = (values: readonly string[]) => `'{${values.map((one) => `"${one}"`).join()}}'`;
  const values = [1, `'${name}'`, list(prefixes), list(whole), pageSize, 0, 'null'];
  if (search === 'misspelled') {
    const { others = [], slips = [], wholeSlips = [] } = misspellingsOf(words) ?? {};
    values.push(list(others), list(slips), list(wholeSlips));
  }
  return `execute ${search}(${values.join()})`;
}
