/**
 * What a change of a column means for subscriptions `postChanged`:
 * - `published`: the change is an event of the log. The trigger `live_<table>_changed` (of comments:
 *   `live_comment_liked`, of pictures: `live_picture_moved`) compares these columns and no others; a migration that
 *   replaces its function states them.
 * - `hidden`: no interface shows the column as part of a post.
 * - `fixed`: the column is written once and does not change.
 * - `because`: the column is shown and changes, but another event announces it, or none is necessary.
 *
 * Each entity that is part of posts states this for all its columns. The compiler requires it for a new column, and
 * `test/live/post-changes.test.ts` compares it with the triggers and with what is read.
 */
export type PostChange = 'published' | 'hidden' | 'fixed' | { because: string };

/** What a change of each column of an entity means for its post. */
export type PostChanges<Entity> = Readonly<Record<Extract<keyof Entity, string>, PostChange>>;
