/**
 * What a change of a column means for those who follow a post with the subscription `postChanged`:
 * - `published`: it is an event of the log. The trigger `live_<table>_changed` (of comments: `live_comment_liked`, of pictures:
 *   `live_picture_moved`) compares these columns and no others; a migration that replaces its function says which.
 * - `hidden`: no face shows it as a part of a post.
 * - `fixed`: it is written once and stays.
 * - `because`: it is shown, it changes, and another event tells of it, or none has to.
 *
 * Each entity that is a part of posts says so of all its columns: the compiler asks for a new one, and
 * `test/live/post-changes.test.ts` compares what is said with the triggers and with what is read.
 */
export type PostChange = 'published' | 'hidden' | 'fixed' | { because: string };

/** The same of all columns of an entity. */
export type PostChanges<Entity> = Readonly<Record<Extract<keyof Entity, string>, PostChange>>;
