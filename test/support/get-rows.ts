import { table } from '../../rest-compat/table.ts';

/** Ids, by what they are of, with which rows are asked. */
export interface Things {
  user: readonly number[];
  /** What is searched for. */
  name: readonly string[];
  /** Whose friendship with the users is asked for; null: none. */
  friend: number | null;
  friendship: readonly number[];
  workout: readonly number[];
  post: readonly number[];
  picture: readonly number[];
  comment: readonly number[];
  conversation: readonly number[];
  message: readonly number[];
  route: readonly number[];
  event: readonly number[];
  participant: readonly number[];
}

/** The paths of a row: of one thing each, which are 404 once it is gone, and of lists, which are always there. */
interface Paths {
  one?: (things: Things) => string[];
  list?: (things: Things) => string[];
}

const ofEach =
  (kind: Exclude<keyof Things, 'friend'>, before: string, after = '/') =>
  (things: Things) =>
    things[kind].map((id) => `${before}${id}${after}`);

/** What the word before a parameter of a path says: whose id it is. */
const kinds: Record<string, Exclude<keyof Things, 'friend'>> = {
  user: 'user',
  preferences: 'user',
  profile: 'user',
  stats: 'user',
  friendship: 'friendship',
  workout: 'workout',
  post: 'post',
  post_id: 'post',
  picture: 'picture',
  comment: 'comment',
  conversation: 'conversation',
  message: 'message',
  route: 'route',
  'event-instance': 'event',
  'event-participant': 'participant',
};

/** The rows about one thing, asked with its id in place of their parameter. */
function rowsOfOne(): Record<string, Paths> {
  const rows: Record<string, Paths> = {};
  for (const label of Object.keys(table)) {
    const [, before = '', word = '', after] = /^GET (.*?([\w-]+)[/=])[[{]\w+[\]}](.*)$/.exec(label) ?? [];
    const kind = kinds[word];
    if (kind) rows[label] = { one: ofEach(kind, before, after) };
  }
  return rows;
}

/**
 * Every row that answers a GET, and how it is asked: the one table for tests that ask them all. A row about one thing is
 * here by its path; a list stands below, or fails `test/rest-compat/replies.test.ts`.
 */
export const getRows: Record<string, Paths> = {
  ...rowsOfOne(),
  'GET /me/': { list: () => ['/me/'] },
  'GET /user/': { list: ofEach('user', '/user/?friends_with=', '') },
  'GET /user/search/': { list: ofEach('name', '/user/search/?q=', '') },
  'GET /user/search/friends/': { list: ofEach('name', '/user/search/friends/?q=', '') },
  'GET /friendship/': { list: () => ['/friendship/'] },
  'GET /friendship/exists/{id}/': {
    one: ({ user, friend }) =>
      friend === null ? [] : user.map((id) => `/friendship/exists/${friend}/?with_user_id=${id}`),
  },
  'GET /workout/': { list: (things) => ['/workout/', ...ofEach('user', '/workout/?user=', '')(things)] },
  'GET /post/': {
    list: (things) => [
      '/post/',
      '/post/?type=local',
      '/post/?type=featured',
      ...ofEach('user', '/post/?type=profile&user_id=', '')(things),
      ...ofEach('user', '/post/?type=dashboard&user_id=', '')(things),
    ],
  },
  'GET /comment/': { one: ofEach('post', '/comment/?post_id=', '') },
  'GET /conversation/inbox/': { list: () => ['/conversation/inbox/'] },
  'GET /conversation/archive/': { list: () => ['/conversation/archive/'] },
  'GET /event-participant/': { list: () => ['/event-participant/'] },
  'GET /event-participant/?user_id={user_id}': { list: ofEach('user', '/event-participant/?user_id=', '') },
  'GET /event-participant/?user_id={user_id}&status=hot': {
    list: ofEach('user', '/event-participant/?user_id=', '&status=hot'),
  },
};
