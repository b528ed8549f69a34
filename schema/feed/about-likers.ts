import { listedLikers } from '../../src/domain/feed/shown-likes.ts';

/** The description of `likers`, which both interfaces have (decisions P5). */
export const aboutLikers = `Integer ids of the newest ${listedLikers} users who like it, in the order of their likes. If you like it, you are among them.`;
