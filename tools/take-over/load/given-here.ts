import { statement } from '../../../src/platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { files } from '../bundle/files.ts';
import { IdSet } from '../bundle/id-set.ts';
import { reason } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { page, pagesOf } from './pages.ts';
import { isOurs } from './table.ts';

/** What is said of a record of a bundle whose id was given here. */
export const isGivenHere = 'its id is that of a record here that was not taken over';

const names = (Object.keys(kinds) as LoadedFile[]).filter((name) => 'id' in files[name].fields);
const givenAfter = names.map((name) => {
  const table = kinds[name].tables[0]!.name;
  const text = `select t.id from ${table} t where t.id > $1 and not ${isOurs(name, 't.id')} ${page}`;
  return [name, statement.read<{ id: number }>(`take_over_given_${name}`, text, reason)] as const;
});

/** Reads which ids records here have that were not taken over, by the files that could bring records with them. */
export async function givenHere(queries: Queries): Promise<ReadonlyMap<LoadedFile, IdSet>> {
  const given = givenAfter.map(async ([name, read]) => {
    const ids = new IdSet();
    for await (const rows of pagesOf(queries, read)) for (const { id } of rows) ids.add(id);
    return [name, ids] as const;
  });
  return new Map(await Promise.all(given));
}
