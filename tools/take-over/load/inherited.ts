import { hash } from 'node:crypto';
import { gridSpot } from '../../../src/domain/rules/grid.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { Statement } from '../../../src/platform/database/statement.ts';
import { reason, rows } from './kind.ts';
import type { LoadedFile } from './kinds.ts';
import { privacyOf } from './table.ts';
import type { Item } from './write-batch.ts';

interface Inherited {
  id: number;
  inherited: string;
}

/**
 * What rows have from other records than their own, by the id of the record: `$1` are the records as JSON. A post has the privacy of its
 * run unless it has its own, and the spot of its author; a route has the privacy and the line of its run.
 */
const inherited: Partial<Record<LoadedFile, Statement<Inherited>>> = {
  posts: statement.read(
    'take_over_inherited_by_posts',
    `with ${rows('author bigint, workout bigint, privacy text')}
     select r.id, concat_ws(' ', coalesce(r.privacy, ${privacyOf('w')}), ${gridSpot('f.location_lat', 'f.location_lng')}) as inherited
     from r left join workout w on w.id = r.workout left join profile f on f.id = r.author`,
    reason,
  ),
  routes: statement.read(
    'take_over_inherited_by_routes',
    `with ${rows('workout bigint')}
     select r.id, concat_ws(' ', ${privacyOf('w')}, md5(w.polyline)) as inherited from r join workout w on w.id = r.workout`,
    reason,
  ),
};

/** The items of a file with what they inherit in their digests, so that they are stored again when that has changed. */
export async function withInherited(
  queries: Queries,
  name: LoadedFile,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const read = inherited[name];
  if (!read) return items;
  const records = items.map(({ record }) => {
    const { id, author, workout, privacy } = record as Readonly<Record<string, unknown>>;
    return { id, author, workout, privacy };
  });
  const found = new Map((await queries.all(read, [JSON.stringify(records)])).map((row) => [row.id, row]));
  return items.map((item) => {
    const of = found.get(item.id);
    return { ...item, content: hash('sha256', `${item.own} ${of?.inherited ?? ''}`).slice(0, 32) };
  });
}
