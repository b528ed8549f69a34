/** Which part of a feed: the ids of its posts, from which end, how many. SQL expressions. */
export interface PostRange {
  direction: 'asc' | 'desc';
  limit: string;
  /** The lowest and the highest id. */
  from: string;
  to: string;
}

/** Ids lower and higher than any post's. */
export const ends = { from: '0', to: '9223372036854775807' } as const;

/** Query for the ids of a feed's posts in a cut; may find more than its limit. */
export type Candidates = (range: PostRange) => string;

/** The first of the posts `p` of a cut that meet `condition`, by an index that ends in `id desc`; `more` is a column. */
export function posts(condition: string, { direction, limit, from, to }: PostRange, more = ''): string {
  return `select p.id ${more && `, ${more}`} from post p where ${condition} and p.id >= ${from} and p.id <= ${to}
    order by p.id ${direction} limit ${limit}`;
}

/**
 * The same of the posts that have `value` in `column`, by the index of the column and the id. They are compared and
 * ordered by both: where few values are known, PostgreSQL takes them to be spread evenly, and would look for those of a
 * place where nobody writes through all posts by their ids.
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
