/** The rooms of `src/domain`, each above those that it may import from. */
const rooms = [
  'live',
  'taking-over',
  'moderation',
  'leaving',
  'events',
  'conversations',
  'notifications',
  'friendships',
  'maps',
  'routes',
  'reports',
  'idempotency',
  'pictures',
  'feed',
  'workouts',
  'accounts',
  'people',
  'tracks',
  'context.ts',
  'process-context.ts',
  'rules',
];

/** The imports that run up, because what the one room does has a consequence in the other. */
const up = new Set([
  'accounts → friendships',
  'accounts → pictures',
  'accounts → taking-over',
  'feed → events',
  'people → conversations',
  'people → feed',
  'people → notifications',
  'people → reports',
  'workouts → feed',
]);

/**
 * Returns the errors in the place and the imports of a file of `src/domain`, one sentence each.
 * @param file its path from the root of the repository
 */
export function roomFaultsOf(file: string, source: string): string[] {
  const room = /^src\/domain\/([^/]+)/.exec(file)?.[1];
  if (room === undefined) return [];
  if (!rooms.includes(room)) return [`is in no room: list ${room} in test/layout/rooms.ts, above what it imports`];
  const imported = [...source.matchAll(/from '(\.[^']*)'/g)].map(
    ([, path = '']) => /^\/src\/domain\/([^/]+)/.exec(new URL(path, `file:///${file}`).pathname)?.[1] ?? room,
  );
  return [...new Set(imported)]
    .filter((other) => rooms.indexOf(other) < rooms.indexOf(room) && !up.has(`${room} → ${other}`))
    .map((other) => `imports from ${other}, which stands above ${room}: move what both need down`);
}
