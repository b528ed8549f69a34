/** The largest body that any request may have, in bytes: a workout with its track (decisions W22). */
export const MAX_BYTES = 32 * 1024 * 1024;

/** The largest number of items in one list: the points of a workout (decisions W22). */
export const MAX_ITEMS = 250_000;

/**
 * The largest number of values in a body with route points: six for each point of a workout (decisions
 * W22).
 */
export const MAX_VALUES = 6 * MAX_ITEMS;

/**
 * The largest number of values in any other body. Reading so many takes some hundredths of a second in every format.
 */
export const PLAIN_VALUES = 20_000;

/**
 * The largest number of values in a GraphQL request besides its tracks, files and pictures: more than the 10,000 points of
 * `trackPoints` have in a request of the largest size.
 */
export const REQUEST_VALUES = 64_000;
