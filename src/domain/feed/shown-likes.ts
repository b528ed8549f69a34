/** A table of objects that can be liked. Its likes are in the table with the suffix `_like`. */
export type LikeableTable = 'post' | 'comment';

/**
 * The number of likers, the newest ones, that a row of a post or comment holds. The functions of the database that copy them
 * have it as well (`src/platform/database/migrations/likes/like-functions.ts`).
 */
export const mostLikers = 100;
/** The number of likers, the newest ones, that `likers` shows (decisions P5). */
export const listedLikers = 1000;

/** What a row of a post or comment shows of its likes. */
export interface ShownLikes {
  /** The number of users who like it. */
  likeCount: number;
  /** The ids of the newest `mostLikers` of them, oldest like first. */
  likers: number[];
}

/**
 * The columns of `ShownLikes` of the row `alias`. Where nobody who was suspended has left anything, they are what the row
 * says. Functions read the likes otherwise, for a plan takes time to begin although it is not run.
 */
export function shownLikes(table: LikeableTable, alias: string): string {
  return `case when ${alias}.withheld then shown_${table}_like_count(${alias}.id, ${alias}.like_count) else ${alias}.like_count end as "likeCount",
    case when ${alias}.withheld then shown_${table}_likers(${alias}.id) else ${alias}.likers end as likers`;
}
