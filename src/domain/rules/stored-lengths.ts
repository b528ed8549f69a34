/**
 * The most characters that columns of short texts hold. They are longer than those that are accepted (`lengths`), because a service that
 * was taken over may have accepted more.
 */
export const storedLengths = { name: 1000, wholeName: 2001, searchName: 4000, title: 2000 } as const;

/** The most characters of a username, which is not shortened. */
export const longestUsername = 150;
