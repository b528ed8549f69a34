import { hash } from 'node:crypto';
import { gridSpot } from '../../domain/rules/grid.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries, Statement } from '../../platform/database/statement.ts';
import { reason, rows } from './kind.ts';
import type { LoadedFile } from './kinds.ts';
import type { Item } from './write-batch.ts';

/**
 * What rows have from other records than their own, by the id of the record: `$1` are the records as JSON. A post has the privacy of its
 * run unless it has its own, and the spot of its author; a route has the privacy and the line of its run.
 */
const inherited: Partial<Record<LoadedFile, Statement<{ id: number; inherited: string }>>> = {
  posts: statement.read(
    'take_over_inherited_by_posts',
    `with ${rows('id bigint, author bigint, workout bigint, privacy text')}
     select r.id, concat_ws(' ', coalesce(r.privacy, w.privacy), ${gridSpot('f.location_lat', 'f.location_lng')}) as inherited
     from r left join workout w on w.id = r.workout left join profile f on f.id = r.author`,
    reason,
  ),
  routes: statement.read(
    'take_over_inherited_by_routes',
    `with ${rows('id bigint, workout bigint')}
     select r.id, concat_ws(' ', w.privacy, md5(w.polyline)) as inherited from r join workout w on w.id = r.workout`,
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
  const found = new Map((await queries.all(read, [JSON.stringify(records)])).map((row) => [row.id, row.inherited]));
  return items.map((item) => ({
    ...item,
    content: hash('sha256', `${item.own} ${found.get(item.id) ?? ''}`).slice(0, 32),
  }));
}
