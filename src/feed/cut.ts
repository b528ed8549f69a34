/** Which part of a feed: between which ids, from which end, how many. SQL expressions. */
export interface Cut {
  direction: 'asc' | 'desc';
  limit: string;
  bounds: string;
}

/** Query for the ids of a feed's posts in a cut; may find more than its limit. */
export type Candidates = (cut: Cut) => string;

/** The first of the posts `p` of a cut that meet `condition`, by an index that ends in `id desc`; `more` is a column. */
export function posts(condition: string, { direction, limit, bounds }: Cut, more = ''): string {
  return `select p.id ${more && `, ${more}`} from post p where ${condition} and ${bounds} order by p.id ${direction} limit ${limit}`;
}
