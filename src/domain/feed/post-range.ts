/** A part of a feed: the range of ids, the direction and the limit, as SQL expressions. */
export interface PostRange {
  direction: 'asc' | 'desc';
  limit: string;
  /** The lowest and the highest id. */
  from: string;
  to: string;
}

/** Ids that are lower and higher than those of all posts. */
export const ends = { from: '0', to: '9223372036854775807' } as const;

/** Makes the query for the ids of the posts of a feed in a range. It may find more than the limit. */
export type Candidates = (range: PostRange) => string;

/**
 * The first posts `p` in a range for which `condition` is true, by an index that ends in `id desc`. `more` is a further
 * column.
 */
export function posts(condition: string, { direction, limit, from, to }: PostRange, more = ''): string {
  return `select p.id ${more && `, ${more}`} from post p where ${condition} and p.id >= ${from} and p.id <= ${to}
    order by p.id ${direction} limit ${limit}`;
}

/**
 * The posts of a range that have `value` in `column`, by the index of the column and the id. They are compared and
 * ordered by both. PostgreSQL assumes that rare values are spread evenly, so it would otherwise search all posts by id
 * for a place with few posts.
 */
export function postsAt(
  [column, value]: readonly [column: string, value: string],
  condition: string,
  { direction, limit, from, to }: PostRange,
  more = '',
): string {
  const both = `(p.${column}, p.id)`;
  return `select p.id ${more && `, ${more}`} from post p
    where ${condition} and ${both} >= (${value}, ${from}) and ${both} <= (${value}, ${to})
    order by p.${column} ${direction}, p.id ${direction} limit ${limit}`;
}
