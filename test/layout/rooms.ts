/** The rooms of `src/domain`, each above those that it may import from. The two contexts are one. */
const rooms = [
  'live',
  'moderation',
  'leaving',
  'taking-over',
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
  'context',
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

/** The most pairs of rooms of which one imports from the other, so that what depends on what can be drawn on a page. */
const mostArrows = 90;
const arrows = new Set<string>();

const roomOf = (path: string) => /^\/?src\/domain\/(?:process-)?([^/]+?)(?:\.ts)?(?:\/|$)/.exec(path)?.[1];

/**
 * Returns the errors in the place and the imports of a file of `src/domain`, one sentence each.
 * @param file its path from the root of the repository
 */
export function roomFaultsOf(file: string, source: string): string[] {
  const room = roomOf(file);
  if (room === undefined) return [];
  if (!rooms.includes(room)) return [`is in no room: list ${room} in test/layout/rooms.ts, above what it imports`];
  const imported = [...source.matchAll(/from '(\.[^']*)'/g)].map(
    ([, path = '']) => roomOf(new URL(path, `file:///${file}`).pathname) ?? room,
  );
  for (const other of imported) if (other !== room) arrows.add(`${room} → ${other}`);
  return [...new Set(imported)]
    .filter((other) => rooms.indexOf(other) < rooms.indexOf(room) && !up.has(`${room} → ${other}`))
    .map((other) => `imports from ${other}, which stands above ${room}: move what both need down`);
}

/** The error when the files that were looked at have too many arrows between their rooms, as a sentence. */
export function arrowFaults(): string[] {
  if (arrows.size <= mostArrows) return [];
  return [
    `has ${arrows.size} pairs of rooms that import from each other, more than ${mostArrows}: move what both need down`,
  ];
}
