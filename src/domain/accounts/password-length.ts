/**
 * The smallest and largest length of a password in characters (decisions A8). The upper bound limits the time for
 * hashing.
 */
export const passwordLength = { min: 8, max: 1000 };
