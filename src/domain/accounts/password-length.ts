/**
 * The smallest and largest length of a password in characters (decisions A8), and the largest one of a password that another service
 * may have accepted (Django's). The upper bounds limit the time for hashing.
 */
export const passwordLength = { min: 8, max: 1000, old: 4096 };
