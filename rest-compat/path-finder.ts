import type { AnyRow } from './endpoint.ts';

/** The rows of one path, by method; several when they take different formats. */
type PathRows = Map<string, AnyRow[]>;

/** The rows of a matched path, and the ids in it. */
export interface PathMatch {
  rows: PathRows;
  path: Record<string, number>;
}

interface Level {
  words: Map<string, Level>;
  parameter?: { names: Set<string>; level: Level };
  rows?: PathRows;
}

/** Finds the rows of a path, with or without the trailing slash (decisions W13). Undefined when the interface has none. */
type FindPath = (path: string) => PathMatch | undefined;

/** Builds the finder from labels such as `PATCH /user/[user_id]/` or `GET /event-instance/{event_id}`. */
export function makeFinder(table: Readonly<Record<string, AnyRow>>): FindPath {
  const root: Level = { words: new Map() };
  for (const [label, row] of Object.entries(table)) {
    const [method = '', path = ''] = label.split(' ');
    let level = root;
    for (const segment of segments(path.split('?', 1)[0] ?? '')) level = descend(level, segment);
    level.rows ??= new Map();
    const rows = level.rows.get(method) ?? [];
    // A row with several labels for one path is added once.
    if (!rows.includes(row)) level.rows.set(method, [...rows, row]);
  }
  return (path) => find(root, segments(path).map(decoded));
}

function segments(path: string): string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

/** A segment without its percent-encoding, which makes no difference (RFC 3986, section 6.2.2.2). */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function descend(level: Level, segment: string): Level {
  const name = /^[[{](\w+)[\]}]$/.exec(segment)?.[1];
  if (name) {
    level.parameter ??= { names: new Set(), level: { words: new Map() } };
    level.parameter.names.add(name);
    return level.parameter.level;
  }
  const next = level.words.get(segment) ?? { words: new Map() };
  level.words.set(segment, next);
  return next;
}

function find(root: Level, parts: string[]): PathMatch | undefined {
  let level = root;
  const path: Record<string, number> = {};
  for (const part of parts) {
    const word = level.words.get(part);
    if (word) {
      level = word;
      continue;
    }
    // Ids are positive integers up to 2^53 (decisions W20). With anything else, the path does not exist.
    const id = /^0*[1-9]\d{0,15}$/.test(part) ? Number(part) : 0;
    if (!level.parameter || id === 0 || !Number.isSafeInteger(id)) return undefined;
    // Labels of one path may use different names for an id: `[id]`, `[post_id]`.
    for (const name of level.parameter.names) path[name] = id;
    level = level.parameter.level;
  }
  return level.rows && { rows: level.rows, path };
}
