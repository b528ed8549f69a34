/** The files of a bundle with lines, in the order in which they are loaded: `users` is `users.jsonl`, made by `users.sql`. */
export const bundleNames = [
  'users',
  'friendships',
  'blocks',
  'invitations',
  'workouts',
  'posts',
  'pictures',
  'comments',
  'conversations',
  'messages',
  'routes',
  'events',
  'event_participants',
  'sponsors',
  'stats',
] as const;

/** The name of a file of a bundle, without its ending. */
export type BundleName = (typeof bundleNames)[number];
