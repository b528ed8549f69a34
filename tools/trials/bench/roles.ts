/**
 * Users with a part in the benchmark. The first ids belong to those whose friends and workouts are set exactly; they
 * write none of the random workouts. A reader's key is `keyOf(id)`, and the key's label says which reader it is.
 */
export const roles = {
  /** Exactly 1,000 friends each (fewer in a small database). */
  crowd: { first: 1, last: 40, friends: 1000 },
  few: { first: 41, last: 60, friends: 25 },
  alone: { first: 61, last: 80, friends: 0 },
  /** 50 workouts of 1,000 points each, and no friends. */
  recorder: { first: 81, last: 90, friends: 0 },
} as const;

/** A role, one of those with about the average number of friends, or one of everybody else, who have an ordinary number. */
export type Role = keyof typeof roles | 'typical' | 'anybody';

/** Everyone from here on has random friends and workouts. */
export const firstOrdinary = 101;

/** How many ordinary users with about the average number of friends are among the readers by that name. */
export const typicalReaders = 2000;

/** The share of users who have no key, among whom are those whom somebody has blocked: nobody who reads in the benchmark is. */
export const unread = 0.01;

/** Each so-manieth post is discussed at length. */
export const discussed = { every: 2000, comments: 30 } as const;

export const recordings = { workouts: 50, points: 1000 } as const;

/** Title of what the benchmark uploads, by which it is removed again. */
export const uploadTitle = 'Bench upload';

/** The secret of a user's API key. */
export function keyOf(userId: number): string {
  return `bench-key-${userId}`.padEnd(43, '-');
}
