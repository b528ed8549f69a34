import { hasNotMuted, isPresent, isPublic, offTerms } from '../rules/visibility.ts';
import { ends, posts, postsAt } from './post-range.ts';
import type { PostRange } from './post-range.ts';
import { metersFrom } from './feed-rules.ts';
import { gridSpot, localRadius, spotsReached } from '../rules/grid.ts';

const meters = (latitude?: string, longitude?: string) => metersFrom('$6::float8', '$7::float8', latitude, longitude);
const allowed = `${isPublic('p')} and p.author_id not in ${offTerms('$8')}
  and ${hasNotMuted('$8', 'p.author_id')} and ${isPresent('p.author_id')}`;
const isNear = `(select ${meters()} <= ${localRadius} from profile f where f.id = p.author_id)`;

/**
 * Public posts of people around a place (R13): `$4` cells inside of the circle, `$5` cells on its edge, `$6` latitude,
 * `$7` longitude, `$8` viewer. They are the posts of `inFeed.local`, but the number of rows that are read depends on
 * the size of the circle and the page, and not on how many people live inside or just outside:
 *
 * 1. Each cell inside the circle gives a page. Distances are not needed.
 * 2. Each cell on the edge gives a page that ends where the page known so far ends, with distances.
 * 3. If the page of a cell was full, contains posts from outside, and ends before the page known by then, its spots
 *    do the same instead.
 * 4. If the same holds for a spot, the posts are read by author within the radius, so that authors outside do not
 *    matter however much they write.
 */
export function localPosts(range: PostRange): string {
  const { direction, limit, from, to } = range;
  const newest = direction === 'desc';
  const [last, noFurther] = newest ? ['min(id)', '>='] : ['max(id)', '<='];
  /** The last id of the page that is known so far. */
  const endOf = (known: string) =>
    `coalesce((select k.id from ${known} k order by k.id ${direction} offset ${limit} - 1 limit 1), ${newest ? ends.from : ends.to})`;
  const upTo = (known: string): PostRange =>
    newest
      ? { ...range, from: `greatest(${from}, ${endOf(known)})` }
      : { ...range, to: `least(${to}, ${endOf(known)})` };
  const page = (column: string, value: string, known?: string, near?: string) =>
    postsAt(
      [column, value],
      `${allowed} and p.${column} is not null`,
      known ? upTo(known) : range,
      near && `${near} as near`,
    );
  const isTruncated = (known: string) =>
    `count(*) = ${limit} and not bool_and(near) and ${last} ${noFurther} ${endOf(known)}`;
  return `with inside as materialized (
      select c.id from unnest($4::int[]) g(cell) cross join lateral (${page('cell', 'g.cell')}) c
      order by c.id ${direction} limit ${limit}
    ), edge as materialized (
      select g.cell, c.id, c.near from unnest($5::int[]) g(cell)
      cross join lateral (${page('cell', 'g.cell', 'inside', isNear)}) c
    ), known as materialized (
      select id from inside union all select id from edge where near
    ), heavy_cell as materialized (
      select cell from edge group by cell having ${isTruncated('known')}
    ), spots as materialized (
      select s.spot, c.id, c.near from heavy_cell h cross join lateral (${spotsReached('h.cell', meters)}) s
      cross join lateral (${page('spot', 's.spot', 'known', `(s.whole or ${isNear})`)}) c
    ), better_known as materialized (
      select id from known union select id from spots where near
    ), heavy_spot as materialized (
      select spot from spots group by spot having ${isTruncated('better_known')}
    )
    select id from inside
    union all select id from edge where near and cell not in (select cell from heavy_cell)
    union all select id from spots where near and spot not in (select spot from heavy_spot)
    union all select c.id from heavy_spot h
      join profile f on ${gridSpot('f.location_lat', 'f.location_lng')} = h.spot and ${meters()} <= ${localRadius}
      cross join lateral (${posts(`p.author_id = f.id and ${allowed}`, upTo('better_known'))}) c`;
}
