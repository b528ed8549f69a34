/** Shortest and longest password in characters (decisions A8); the upper bound keeps hashing cheap. */
export const passwordLength = { min: 8, max: 1000 };
