import { profilesLoader } from '../people/person.loaders.ts';
import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { SqlValue } from '@runners/postgres';
import { feeds } from './feed.queries.ts';
import type { FeedStatements } from './feed.queries.ts';
import type { MayEndEarly } from '../../platform/database/text-bytes.ts';
import { cellsOfCircle } from '../rules/grid.ts';
import { postRow } from './post.queries.ts';
import type { PostRow } from './post.queries.ts';

/** The types of feeds (interface, Posts). */
export const feedTypes = ['friends', 'local', 'featured', 'profile'] as const;
export type FeedType = (typeof feedTypes)[number];

/** The requested posts. */
interface FeedRequest {
  type: FeedType;
  /** The user of the profile or friends feed; by default the viewer. */
  userId?: number | null;
  /** Whether an empty feed is replaced by friends, then local, then featured. */
  fallback: boolean;
  limit: number;
  /** Only posts older than this id. */
  earlierThan?: number | null;
  /** Only posts newer than this id. */
  laterThan?: number | null;
  /** Whether the page has the oldest posts between both ids, and not the newest. */
  fromEnd?: boolean;
}

/** A page of a feed, newest first. */
interface FeedPage {
  /** The feed that was read. */
  type: FeedType;
  posts: PostRow[];
  hasNewer: boolean;
  hasOlder: boolean;
  /** Whether it differs from the requested feed, which was empty. */
  isFallback: boolean;
}

interface Feed {
  statements: FeedStatements;
  own: SqlValue[];
}

const none = 0;
const newest = Number.MAX_SAFE_INTEGER;

/** Reads a page of a feed (decisions R13, W11). */
export async function readFeed(context: Context, request: FeedRequest): Promise<FeedPage> {
  const page = await readType(context, request);
  if (!request.fallback || hasPosts(page)) return page;
  let last = page;
  for (const type of (['friends', 'local', 'featured'] as const).filter((next) => !isTried(context, request, next))) {
    last = await readType(context, { ...request, type, userId: null });
    last.isFallback = true;
    if (hasPosts(last)) return last;
  }
  return last;
}

/** Whether the feed has posts, even if this page has none. */
function hasPosts({ posts, hasNewer, hasOlder }: FeedPage): boolean {
  return posts.length > 0 || hasNewer || hasOlder;
}

/** Whether it is the requested feed. The friends feed of another user is not that of the viewer (decisions N12). */
function isTried(context: Context, { type, userId }: FeedRequest, next: FeedType): boolean {
  return next === type && (type !== 'friends' || userId == null || userId === viewerOf(context).id);
}

/** The local feed searches around a place, which is expensive. The other feeds are read from indexes of their own. */
function readType(context: Context, request: FeedRequest): Promise<FeedPage> {
  return request.type === 'local'
    ? runInTurn(context, 'expensive', () => readOne(context, request))
    : readOne(context, request);
}

async function readOne(context: Context, request: FeedRequest): Promise<FeedPage> {
  const feed = await feedOf(context, request);
  const { type, limit } = request;
  if (!feed) return { type, posts: [], hasNewer: false, hasOlder: false, isFallback: false };
  const before = request.earlierThan ?? newest;
  const after = request.laterThan ?? none;
  const values = [before, after, limit + 1, ...feed.own];
  if (request.laterThan == null && request.earlierThan == null) {
    const rows = await context.database.all(feed.statements.older, values);
    const posts = rows.slice(0, limit).map(postRow);
    const hasOlder = rows.length > limit || isCut(rows.at(-1));
    return { type, posts, hasNewer: false, hasOlder, isFallback: false };
  }
  const upwards = request.fromEnd ?? false;
  const { newer, deeper } = feed.statements;
  const rows = await context.database.all(upwards ? newer : deeper, values);
  // Whether there are posts on the other side of the cursor, including the cursor itself. The rows contain this;
  // without rows it is unknown.
  const beyond =
    rows[0]?.beyond ??
    (upwards ? await any(context, feed, after + 1, none) : await any(context, feed, newest, before - 1));
  const isLonger = rows.length > limit;
  const more = isLonger || isCut(rows.at(upwards ? 0 : -1));
  if (isLonger) rows.splice(upwards ? 0 : limit, 1);
  const posts = rows.map(postRow);
  if (!upwards) {
    const hasOlder = more || (after !== none && (await any(context, feed, after + 1, none)));
    return { type, posts, hasNewer: beyond, hasOlder, isFallback: false };
  }
  const hasNewer = more || (before !== newest && (await any(context, feed, newest, before - 1)));
  return { type, posts, hasNewer, hasOlder: beyond, isFallback: false };
}

/** Whether a page ends with this row because its texts are long. */
function isCut(row: MayEndEarly | undefined): boolean {
  return row?.endsEarly ?? false;
}

async function any(context: Context, feed: Feed, before: number, after: number): Promise<boolean> {
  const row = await context.database.one(feed.statements.any, [before, after, 1, ...feed.own]);
  return row?.found ?? false;
}

/** The statements of a feed and their parameters; null when it is known to be empty. */
async function feedOf(context: Context, request: FeedRequest): Promise<Feed | null> {
  const viewer = viewerOf(context);
  const userId = request.userId ?? viewer.id;
  switch (request.type) {
    case 'friends':
      return userId === viewer.id
        ? { statements: feeds.friends, own: [viewer.id] }
        : { statements: feeds.friendsOfOther, own: [userId, viewer.id] };
    case 'profile':
      return { statements: feeds.profile, own: [userId, viewer.id] };
    case 'featured':
      return { statements: feeds.featured, own: [viewer.id] };
    case 'local': {
      // Without a place the feed is empty, not an error (interface, Posts).
      const place = await context.loader(profilesLoader).load(viewer.id);
      if (!place || place.locationLat === null || place.locationLng === null) return null;
      const { locationLat: latitude, locationLng: longitude } = place;
      const { whole, edge } = cellsOfCircle(latitude, longitude);
      return { statements: feeds.local, own: [whole, edge, latitude, longitude, viewer.id] };
    }
  }
}
